#include <fmt/format.h>

#include <algorithm>

#include "comparison.h"
#include "format.h"
#include "ksmsim/analysis/ranking.h"
#include "ksmsim/report/report.h"
#include "point_summary.h"
#include "setup.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostPoints = 50, kMostRows = 20;

void add_if_any(Block block, Document& document) {
  if (block.heading.empty() && block.paragraphs.empty()) return;
  document.push_back(std::move(block));
}

void add_cpu(const PointResult& point, Document& document) {
  Block block = cpu_block(point);
  if (block.grid) document.push_back(std::move(block));
}

void add_point(const PointResult& point, const ReferenceSpec& reference, Document& document) {
  for (const auto& [key, value] : point.settings) document.front().facts.push_back({key, value});
  document.push_back(checksum_block(point, reference));
  Block memory = memory_block(point, "Memory after " + duration_text(point.simulated.seconds()));
  memory.facts.push_back(ksmd_cpu(point));
  document.push_back(std::move(memory));
  add_cpu(point, document);
  add_if_any(vm_block(point), document);
  add_if_any(refused_block(point), document);
}

void add_comparison(const RunResult& result, Document& document) {
  document.push_back(checksum_comparison(result));
  add_if_any(percent_below(result), document);
  add_memory_comparison(result, document);
  const auto early = static_cast<std::size_t>(std::count_if(
      result.points.begin(), result.points.end(), [](const PointResult& point) { return point.ended_early; }));
  if (early != 0) {
    Block block;
    block.paragraphs.push_back(counted(early, "point") + " ended early: nothing more was to come there.");
    document.push_back(std::move(block));
  }
  std::size_t refused = 0;
  for (const PointResult& point : result.points) {
    refused += static_cast<std::size_t>(std::count_if(point.events.begin(), point.events.end(),
                                                      [](const EventResult& event) { return !event.refused.empty(); }));
  }
  if (refused == 0) return;
  Block block;
  block.heading = counted(refused, "event") + " refused, as the kernel would";
  block.paragraphs.push_back("The JSON result has them, point by point.");
  document.push_back(std::move(block));
}

Block effort_block(const RunResult& result) {
  double wall = 0, visits = 0;
  std::uint64_t peak = 0;
  for (const PointResult& point : result.points) {
    wall += point.meta.wall_seconds;
    visits += point.meta.visits_per_second * point.meta.wall_seconds;
    peak = std::max(peak, point.meta.peak_memory_bytes);
  }
  std::string text =
      fmt::format("This took {} and {} of memory", duration_text(wall), bytes_text(static_cast<std::int64_t>(peak)));
  if (wall > 0 && visits > 0) text += "; " + rough_text(visits / wall) + " page visits a second";
  Block block;
  block.paragraphs.push_back(text + ".");
  block.aside = true;
  return block;
}

/// The best of more points than anybody reads.
void add_best(const RunResult& result, Document& document) {
  RunResult best;
  best.scenario = result.scenario;
  for (const std::size_t number : best_points(result, kMostRows)) best.points.push_back(result.points[number]);
  Block block;
  block.paragraphs.push_back(fmt::format(
      "What follows is about {} of {} points: those that save most, then those with the least CPU time of ksmd.",
      best.points.size(), result.points.size()));
  document.push_back(std::move(block));
  add_comparison(best, document);
}

}  // namespace

Document summarise(const RunResult& result) {
  Document document{setup_block(result.scenario)};
  if (result.points.size() == 1) {
    add_point(result.points.front(), result.scenario.reference, document);
  } else if (result.points.size() > kMostPoints) {
    add_best(result, document);
  } else if (!result.points.empty()) {
    add_comparison(result, document);
  }
  document.push_back(effort_block(result));
  return document;
}

}  // namespace ksmsim
