#include "comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "format.h"
#include "ksmsim/analysis/settling.h"
#include "memory.h"
#include "point_summary.h"
#include "settings.h"

namespace ksmsim {
namespace {

using Cell = std::function<std::string(const PointResult&)>;

constexpr std::string_view kHashKey = "ksm.hash";

bool all_equal(const RunResult& result, const Cell& cell) {
  const std::string first = cell(result.points.front());
  return std::all_of(result.points.begin(), result.points.end(),
                     [&](const PointResult& point) { return cell(point) == first; });
}

/// A grid with a row a point, led by the sweep's axes.
class PointGrid {
 public:
  explicit PointGrid(const RunResult& result) : result_(result) {
    grid_.rows.resize(result.points.size());
    for (std::size_t i = 0; i < result.points.front().settings.size(); ++i) {
      add({short_key(result.points.front(), i), false},
          [i](const PointResult& point) { return point.settings.at(i).second; });
    }
    grid_.keys = grid_.columns.size();
  }
  void add(Grid::Column column, const Cell& cell) {
    grid_.columns.push_back(std::move(column));
    for (std::size_t i = 0; i < grid_.rows.size(); ++i) {
      grid_.rows[i].push_back(cell(result_.points[i]));
    }
  }
  Grid take() { return std::move(grid_); }

 private:
  const RunResult& result_;
  Grid grid_;
};

bool sweeps_hash(const RunResult& result) {
  const auto& settings = result.points.front().settings;
  return std::any_of(settings.begin(), settings.end(), [](const auto& setting) { return setting.first == kHashKey; });
}

std::optional<double> published_ns(const RunResult& result, const PointResult& point) {
  const auto& known = result.scenario.reference.checksum_ns;
  const auto found = known.find(point.checksum.hash);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

void add_published(const RunResult& result, PointGrid& grid, Block& block) {
  const bool any = std::any_of(result.points.begin(), result.points.end(),
                               [&](const auto& point) { return published_ns(result, point).has_value(); });
  if (!any) return;
  grid.add({"published"}, [&](const PointResult& point) {
    const auto published = published_ns(result, point);
    return published ? fixed_text(*published, 2) : "-";
  });
  grid.add({"deviation %"}, [&](const PointResult& point) {
    const auto published = published_ns(result, point);
    return published ? signed_text(deviation_percent(point.checksum.mean_ns, *published), 2) : "-";
  });
  block.facts.push_back({"published", "ns/checksum, " + result.scenario.reference.source});
}

/// The settings but for the hash: points that differ in nothing else are comparable.
std::vector<std::string> other_settings(const PointResult& point) {
  std::vector<std::string> values;
  for (const auto& [key, value] : point.settings) {
    if (key != kHashKey) values.push_back(value);
  }
  return values;
}

std::string below_text(const ReferenceSpec::Below& published, double ours) {
  return fmt::format("{} is {} % {} {} (published {} %, deviation {})", published.hash, fixed_text(std::abs(ours), 2),
                     ours < 0 ? "above" : "below", published.than, fixed_text(published.percent, 2),
                     signed_text(ours - published.percent, 2));
}

std::string counter(std::uint64_t value) { return fmt::format("{}", value); }

/// What is of interest in the second grid, where points differ in it.
std::vector<std::pair<std::string, Cell>> memory_columns() {
  using P = const PointResult&;
  return {{"simulated s", [](P p) { return fixed_text(p.simulated.seconds(), 1); }},
          {"batches", [](P p) { return counter(p.batches); }},
          {"full_scans", [](P p) { return counter(p.counters.full_scans); }},
          {"pages_shared", [](P p) { return counter(p.counters.pages_shared); }},
          {"pages_sharing", [](P p) { return counter(p.counters.pages_sharing); }},
          {"pages_unshared", [](P p) { return counter(p.counters.pages_unshared); }},
          {"pages_volatile", [](P p) { return counter(p.counters.pages_volatile); }},
          {"ksm_zero_pages", [](P p) { return counter(p.counters.ksm_zero_pages); }},
          {"pages_skipped", [](P p) { return counter(p.counters.pages_skipped); }},
          {"pages_scanned", [](P p) { return counter(p.counters.pages_scanned); }},
          {"general_profit", [](P p) { return bytes_text(p.counters.general_profit); }}};
}

bool same_memory(const RunResult& result) {
  const PointResult& first = result.points.front();
  return std::all_of(result.points.begin(), result.points.end(), [&](const PointResult& point) {
    return point.batches == first.batches && point.counters == first.counters && rmap_items(point) == rmap_items(first);
  });
}

/// Equal memory, reached in times that may differ a little: a slower hash makes batches longer.
Block equal_memory(const RunResult& result) {
  const PointResult& first = result.points.front();
  Block block = memory_block(first, "Memory, the same for all points");
  const auto [least, most] =
      std::minmax_element(result.points.begin(), result.points.end(),
                          [](const PointResult& a, const PointResult& b) { return a.simulated < b.simulated; });
  const std::string shortest = fixed_text(least->simulated.seconds(), 3);
  const std::string longest = fixed_text(most->simulated.seconds(), 3);
  if (shortest == longest) return block;
  block.facts.front().value = fmt::format("{} to {} s, {} batches, {}", shortest, longest, first.batches,
                                          counted(first.counters.full_scans, "full scan"));
  return block;
}

Block differing_memory(const RunResult& result) {
  Block block;
  block.heading = "Simulated time and memory";
  PointGrid grid(result);
  std::string equal;
  grid.add({"saved"}, [](const auto& point) { return pages_text(saved_pages(point.counters)); });
  for (const auto& [name, cell] : memory_columns()) {
    if (all_equal(result, cell)) {
      equal += (equal.empty() ? "" : ", ") + name + " " + cell(result.points.front());
    } else {
      grid.add({name}, cell);
    }
  }
  if (!equal.empty()) block.facts.push_back({"equal for all points", equal});
  block.grid = grid.take();
  return block;
}

/// Measured points: where, by which code, and how the single times lie.
void add_measured(const RunResult& result, Block& block, PointGrid& grid) {
  std::string code;
  for (const PointResult& point : result.points) {
    const std::string one = point.checksum.hash + " " + point.checksum.implementation;
    if (code.find(one) == std::string::npos) code += (code.empty() ? "" : "; ") + one;
  }
  block.facts.push_back({"source", "measured on this machine, over cold pages"});
  block.facts.push_back({"code", code});
  const auto whole_ns = [](const std::optional<double>& ns) { return ns ? fixed_text(*ns, 0) : std::string("-"); };
  grid.add({"p50"}, [=](const PointResult& point) { return whole_ns(point.checksum.p50_ns); });
  grid.add({"p99"}, [=](const PointResult& point) { return whole_ns(point.checksum.p99_ns); });
}

Block ksmd_block(const RunResult& result) {
  Block block;
  block.heading = "CPU time of ksmd (checksums and the rest, modelled)";
  PointGrid grid(result);
  grid.add({"total s"}, [](const auto& point) { return fixed_text(point.ksmd_cpu.seconds(), 3); });
  grid.add({"CPU %"}, [](const auto& point) { return fixed_text(point.ksmd_cpu_percent, 4); });
  block.grid = grid.take();
  return block;
}

}  // namespace

Block checksum_comparison(const RunResult& result) {
  Block block;
  const Cell kind = [](const auto& point) { return point.checksum.source; };
  block.heading = all_equal(result, kind) ? "Checksums (" + kind(result.points.front()) + ")" : "Checksums";
  PointGrid grid(result);
  const auto text_column = [&](const std::string& name, const Cell& cell) {
    if (all_equal(result, cell)) {
      block.facts.push_back({name, cell(result.points.front())});
    } else {
      grid.add({name, false}, cell);
    }
  };
  if (!sweeps_hash(result)) text_column("hash", [](const auto& p) { return p.checksum.hash; });
  const bool measured = all_equal(result, kind) && kind(result.points.front()) == "measured";
  if (!measured) text_column("source", [](const auto& point) { return checksum_source(point.checksum); });
  for (Fact& fact : hash_facts(result.points)) block.facts.push_back(std::move(fact));
  grid.add({"ns/checksum"}, [](const auto& p) { return fixed_text(p.checksum.mean_ns, 2); });
  if (measured) add_measured(result, block, grid);
  grid.add({"count"}, [](const auto& p) { return fmt::format("{}", p.checksum.count); });
  grid.add({"total s"}, [](const auto& p) { return fixed_text(p.checksum.total_ns / 1e9, 3); });
  grid.add({"CPU %"}, [](const auto& p) { return fixed_text(p.checksum.cpu_percent, 4); });
  add_published(result, grid, block);
  block.grid = grid.take();
  return block;
}

Block percent_below(const RunResult& result) {
  Block block;
  for (const auto& published : result.scenario.reference.percent_below) {
    for (const PointResult& point : result.points) {
      if (point.checksum.hash != published.hash) continue;
      const auto other = std::find_if(result.points.begin(), result.points.end(), [&](const PointResult& p) {
        return p.checksum.hash == published.than && other_settings(p) == other_settings(point);
      });
      if (other == result.points.end() || other->checksum.mean_ns <= 0) continue;
      const double ours = (1 - point.checksum.mean_ns / other->checksum.mean_ns) * 100;
      std::string line = below_text(published, ours);
      if (block.paragraphs.empty() || block.paragraphs.back() != line) {
        block.paragraphs.push_back(std::move(line));
      }
    }
  }
  return block;
}

void add_memory_comparison(const RunResult& result, Document& document) {
  document.push_back(same_memory(result) ? equal_memory(result) : differing_memory(result));
  const bool whole = std::none_of(result.points.begin(), result.points.end(),
                                  [](const auto& p) { return p.ksmd_cpu_is_checksums_only; });
  if (whole) document.push_back(ksmd_block(result));
}

}  // namespace ksmsim
