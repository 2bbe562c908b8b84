#include "lead.h"

#include <fmt/format.h>

#include <algorithm>

#include "../format.h"
#include "../memory.h"
#include "ksmsim/analysis/settling.h"
#include "points.h"
#include "values.h"

namespace ksmsim {
namespace {

constexpr double kSame = 1e-3;  // relative: closer together counts as equal

/// A group's mean of a figure.
struct Ranked {
  const PointGroup* group;
  double value;
};

/// Best first; nothing if not all points tell the figure.
std::vector<Ranked> ranked(const std::vector<PointGroup>& groups, const Figure& figure) {
  std::vector<Ranked> all;
  for (const PointGroup& group : groups) {
    const std::optional<Spread> spread = spread_of(group, figure);
    if (!spread) return {};
    all.push_back({&group, spread->mean});
  }
  const bool less = figure.better != Figure::Better::more;
  std::stable_sort(all.begin(), all.end(),
                   [&](const Ranked& a, const Ranked& b) { return less ? a.value < b.value : a.value > b.value; });
  return all;
}

bool differ(double a, double b) { return std::abs(a - b) > kSame * std::max(std::abs(a), std::abs(b)); }

/// "84.5 % less", "3.1 % more": of `value` against `other`.
std::string against(double value, double other) {
  const double percent = (value / other - 1) * 100;
  return fmt::format("{} % {}", significant_text(std::abs(percent)), percent < 0 ? "less" : "more");
}

/// "xxh64 takes the least time: 1084 ns, 23 % less than crc32c and 85 % less than jhash2."
std::string best_of(const std::vector<Ranked>& all, const Figure& figure, const std::string& does) {
  const Ranked &best = all.front(), &last = all.back();
  const auto second =
      std::find_if(all.begin(), all.end(), [&](const Ranked& r) { return differ(r.value, best.value); });
  const auto equals = second - all.begin() - 1;
  std::string text = best.group->name;
  if (equals > 0) text += fmt::format(" (and {} more)", equals);
  text += " " + does + ": " + figure_text(figure, best.value);
  if (best.value <= 0 || last.value <= 0 || second->value <= 0) return text + ".";
  text += ", " + against(best.value, second->value) + " than " + second->group->name;
  if (second + 1 != all.end() && differ(second->value, last.value)) {
    text += " and " + against(best.value, last.value) + " than " + last.group->name;
  }
  return text + ".";
}

std::string share_text(const PointResult& point) {
  std::uint64_t pages = 0;
  for (const VmSpec& vm : point.scenario.vms) pages += vm_pages(vm);
  if (pages == 0) return "";
  const double share = static_cast<double>(saved_pages(point.counters)) / static_cast<double>(pages);
  return fmt::format(", {} % of the VMs' memory", significant_text(share * 100));
}

void add_checksums(const std::vector<PointGroup>& groups, std::vector<std::string>& lead) {
  const Figure& figure = find_figure("checksum.mean_ns");
  const std::vector<Ranked> all = ranked(groups, figure);
  if (all.empty() || !differ(all.front().value, all.back().value)) return;
  const std::string& kind = groups.front().points.front()->checksum.source;
  lead.push_back(best_of(all, figure, "takes the least time for a checksum (" + kind + ")"));
}

void add_savings(const RunResult& result, const std::vector<PointGroup>& groups, std::vector<std::string>& lead) {
  const Figure& figure = find_figure("saved_pages");
  const std::vector<Ranked> all = ranked(groups, figure);
  if (differ(all.front().value, all.back().value)) {
    lead.push_back(best_of(all, figure, "saves most"));
  } else {
    lead.push_back(fmt::format("All {} points save {}{}{}.", result.points.size(),
                               figure_text(figure, all.front().value), share_text(result.points.front()),
                               all.front().value == all.back().value ? "" : ", to within 0.1 %"));
  }
}

void add_cpu(const std::vector<PointGroup>& groups, std::vector<std::string>& lead) {
  const Figure& figure = find_figure("ksmd.cpu_percent");
  const std::vector<Ranked> all = ranked(groups, figure);
  if (all.empty() || !differ(all.front().value, all.back().value)) return;
  lead.push_back(fmt::format("ksmd takes from {} ({}) to {} ({}) of one CPU ({}).",
                             figure_text(figure, all.front().value), all.front().group->name,
                             figure_text(figure, all.back().value), all.back().group->name,
                             groups.front().points.front()->checksum.source));
}

std::string about_one(const PointResult& point) {
  return fmt::format("In {}, KSM saved {}{}; ksmd took {} % of one CPU for it ({}{}).",
                     duration_text(point.simulated.seconds()), pages_text(saved_pages(point.counters)),
                     share_text(point), significant_text(point.ksmd_cpu_percent), point.checksum.source,
                     point.ksmd_cpu_is_checksums_only ? ", checksums only" : "");
}

}  // namespace

std::vector<std::string> lead_of(const RunResult& result) {
  if (result.points.empty()) return {"No point was run."};
  const std::vector<PointGroup> groups = groups_of(result);
  if (groups.size() == 1) {
    std::vector<std::string> lead{about_one(result.points.front())};
    const std::size_t repeats = result.points.size();
    if (repeats > 1) lead.push_back(fmt::format("This is the first of {} repeats.", repeats));
    return lead;
  }
  std::vector<std::string> lead;
  add_checksums(groups, lead);
  add_savings(result, groups, lead);
  add_cpu(groups, lead);
  return lead;
}

}  // namespace ksmsim
