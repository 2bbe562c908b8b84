#include "points.h"

#include <algorithm>
#include <map>

#include "../settings.h"
#include "ksmsim/analysis/settling.h"

namespace ksmsim {
namespace {

std::string value_of(const PointResult& point, std::size_t axis) { return point.settings[axis].second; }

std::string settings_text(const PointResult& point, const std::vector<std::size_t>& axes) {
  std::string text;
  for (const std::size_t axis : axes) {
    text.append(text.empty() ? "" : ", ").append(short_key(point, axis)).append(" ").append(value_of(point, axis));
  }
  return text;
}

/// What a point's seed adds to the name of its group.
std::string seed_text(const PointResult& point, const std::string& before) {
  const auto is_seed = [](const auto& setting) { return setting.first == "seed"; };
  const auto seed = std::find_if(point.settings.begin(), point.settings.end(), is_seed);
  return seed == point.settings.end() ? "" : before + seed->second;
}

std::string group_label(const PointResult& point) {
  const std::vector<std::size_t> axes = axes_of(point);
  if (axes.empty()) return point.scenario.name;
  std::string label;
  for (const std::size_t axis : axes) label.append(label.empty() ? "" : ", ").append(value_of(point, axis));
  return label;
}

std::string group_name(const PointResult& point) {
  const std::vector<std::size_t> axes = axes_of(point);
  if (axes.empty()) return "the run";
  const bool is_hash = axes.size() == 1 && point.settings[axes.front()].first == "ksm.hash";
  return is_hash ? value_of(point, axes.front()) : settings_text(point, axes);
}

bool same_history(const PointResult& a, const PointResult& b) {
  const auto same_sample = [](const Sample& x, const Sample& y) {
    return x.batch == y.batch && x.counters == y.counters;
  };
  return a.counters == b.counters && a.batches == b.batches &&
         std::equal(a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(), same_sample);
}

}  // namespace

std::vector<std::size_t> axes_of(const PointResult& point) {
  std::vector<std::size_t> axes;
  for (std::size_t i = 0; i < point.settings.size(); ++i) {
    if (point.settings[i].first != "seed") axes.push_back(i);
  }
  return axes;
}

std::string point_label(const PointResult& point) { return group_label(point) + seed_text(point, ", "); }

std::string point_name(const PointResult& point) { return group_name(point) + seed_text(point, ", seed "); }

std::string axis_title(const PointResult& point) {
  std::string title;
  for (const std::size_t axis : axes_of(point)) title.append(title.empty() ? "" : ", ").append(short_key(point, axis));
  return title.empty() ? "scenario" : title;
}

std::vector<std::string> checksum_kinds(const RunResult& result) {
  std::vector<std::string> kinds;
  bool published = false;
  for (const PointResult& point : result.points) {
    const std::string& kind = point.checksum.source;
    if (!kind.empty() && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    published = published || result.scenario.reference.checksum_ns.contains(point.checksum.hash);
  }
  if (published) kinds.emplace_back("published");
  return kinds;
}

std::vector<PointGroup> groups_of(const RunResult& result) {
  std::vector<PointGroup> groups;
  std::map<std::vector<std::string>, std::size_t> known;
  for (const PointResult& point : result.points) {
    std::vector<std::string> key;
    for (const std::size_t axis : axes_of(point)) key.push_back(value_of(point, axis));
    const auto [entry, is_new] = known.try_emplace(std::move(key), groups.size());
    if (is_new) groups.push_back({group_label(point), group_name(point), {}});
    groups[entry->second].points.push_back(&point);
  }
  return groups;
}

std::optional<Spread> spread_of(const PointGroup& group, const Figure& figure) {
  Spread spread{0, 0, 0};
  for (const PointResult* point : group.points) {
    const std::optional<double> value = figure.value(*point);
    if (!value) return std::nullopt;
    const bool first = point == group.points.front();
    spread.least = first ? *value : std::min(spread.least, *value);
    spread.most = first ? *value : std::max(spread.most, *value);
    spread.mean += *value / static_cast<double>(group.points.size());
  }
  return spread;
}

std::vector<const PointResult*> distinct_histories(const RunResult& result) {
  std::vector<const PointResult*> distinct;
  for (const PointResult& point : result.points) {
    const bool known = std::any_of(distinct.begin(), distinct.end(),
                                   [&](const PointResult* other) { return same_history(*other, point); });
    if (!known) distinct.push_back(&point);
  }
  return distinct;
}

std::string of_point(const RunResult& result, const PointResult& point) {
  if (result.points.size() == 1) return "";
  const bool same = std::all_of(result.points.begin(), result.points.end(),
                                [&](const PointResult& other) { return same_history(point, other); });
  return same ? ", the same for all points" : ", " + point_name(point);
}

const PointResult& most_saving(const RunResult& result) {
  return *std::max_element(result.points.begin(), result.points.end(), [](const auto& a, const auto& b) {
    return saved_pages(a.counters) < saved_pages(b.counters);
  });
}

}  // namespace ksmsim
