#include "ksmsim/analysis/figures.h"

#include <algorithm>
#include <array>
#include <vector>

#include "ksmsim/analysis/settling.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

using P = const PointResult&;
using Value = std::optional<double>;
using Better = Figure::Better;

template <class T>
Value number(T value) {
  return static_cast<double>(value);
}

template <auto Member>
Value counter(P point) {
  return number(point.counters.*Member);
}

/// A counter whose name some kernels do not have.
Value if_told(P point, std::string_view name, Value value) {
  const auto& lacks = point.not_told;
  return std::find(lacks.begin(), lacks.end(), name) == lacks.end() ? value : std::nullopt;
}

Value settled(P point) {
  const std::optional<SimTime> most = settling_of(point.samples).most;
  return most ? Value(most->seconds()) : std::nullopt;
}

using C = KsmCounters;
constexpr std::array kFigures = {
    Figure{"checksum.mean_ns", "ns", "time of one checksum", Better::less,
           [](P p) { return number(p.checksum.mean_ns); }},
    Figure{"checksum.p50_ns", "ns", "median time of a checksum", Better::less, [](P p) { return p.checksum.p50_ns; }},
    Figure{"checksum.p99_ns", "ns", "99 % of checksums take less", Better::less, [](P p) { return p.checksum.p99_ns; }},
    Figure{"checksum.count", "", "checksums computed", Better::less, [](P p) { return number(p.checksum.count); }},
    Figure{"checksum.total_ns", "ns", "time of all checksums", Better::less,
           [](P p) { return number(p.checksum.total_ns); }},
    Figure{"checksum.cpu_percent", "%", "of one CPU, on checksums", Better::less,
           [](P p) { return number(p.checksum.cpu_percent); }},
    Figure{"ksmd.cpu_seconds", "s", "CPU time of ksmd", Better::less, [](P p) { return number(p.ksmd_cpu.seconds()); }},
    Figure{"ksmd.cpu_percent", "%", "of one CPU, by ksmd", Better::less,
           [](P p) { return number(p.ksmd_cpu_percent); }},
    Figure{"simulated_seconds", "s", "until the run ended", Better::neither,
           [](P p) { return number(p.simulated.seconds()); }},
    Figure{"settled_seconds", "s", "until 90 % was saved of what was saved in the end", Better::less, settled},
    Figure{"batches", "", "of ksmd", Better::neither, [](P p) { return number(p.batches); }},
    Figure{"saved_pages", "pages", "pages that need no frame of their own", Better::more,
           [](P p) { return number(saved_pages(p.counters)); }},
    Figure{"general_profit", "bytes", "saved, less KSM's own records", Better::more,
           [](P p) { return if_told(p, "general_profit", counter<&C::general_profit>(p)); }},
    Figure{"full_scans", "", "full scans", Better::neither, counter<&C::full_scans>},
    Figure{"pages_scanned", "pages", "pages visited", Better::neither,
           [](P p) { return if_told(p, "pages_scanned", counter<&C::pages_scanned>(p)); }},
    Figure{"pages_skipped", "pages", "pages that the smart scan left out", Better::neither,
           [](P p) { return if_told(p, "pages_skipped", counter<&C::pages_skipped>(p)); }},
    Figure{"pages_shared", "pages", "frames that are shared", Better::neither, counter<&C::pages_shared>},
    Figure{"pages_sharing", "pages", "pages merged into those", Better::more, counter<&C::pages_sharing>},
    Figure{"pages_unshared", "pages", "pages that are unique", Better::neither, counter<&C::pages_unshared>},
    Figure{"pages_volatile", "pages", "pages that change too fast", Better::neither, counter<&C::pages_volatile>},
    Figure{"ksm_zero_pages", "pages", "pages merged into the zero page", Better::more,
           [](P p) { return if_told(p, "ksm_zero_pages", counter<&C::ksm_zero_pages>(p)); }},
    Figure{"stable_node_chains", "", "chains of stable nodes", Better::neither, counter<&C::stable_node_chains>},
    Figure{"stable_node_dups", "", "stable nodes in chains", Better::neither, counter<&C::stable_node_dups>},
};

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

std::span<const Figure> figures() { return kFigures; }

const Figure& find_figure(std::string_view name) {
  const auto full = std::find_if(kFigures.begin(), kFigures.end(), [&](const Figure& f) { return f.name == name; });
  if (full != kFigures.end()) return *full;
  const auto has_last = [&](const Figure& figure) { return last_part(figure.name) == name; };
  const auto last = std::find_if(kFigures.begin(), kFigures.end(), has_last);
  if (last != kFigures.end() && std::none_of(last + 1, kFigures.end(), has_last)) return *last;
  std::vector<std::string> names;
  for (const Figure& figure : kFigures) names.emplace_back(figure.name);
  const std::string near = nearest_word(std::string(name), names);
  throw UsageError("there is no figure '" + std::string(name) + "'" +
                   (near.empty() ? "" : " (did you mean '" + near + "'?)"));
}

}  // namespace ksmsim
