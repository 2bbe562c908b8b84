#include "ksmsim/report/estimate_report.h"

#include <fmt/format.h>

#include "format.h"
#include "point_summary.h"

namespace ksmsim {
namespace {

std::string settings_text(const PointResult& point, EstimatedHost host) {
  std::string text = "Linux " + point.scenario.host.kernel + "'s KSM";
  for (const auto& [name, value] : point.scenario.ksm.tunables) text += ", " + name + " " + value;
  return text + (host.is_here ? " (this machine's)" : " (the kernel's defaults)");
}

std::string after(const std::optional<SimTime>& time) { return time ? duration_text(time->seconds()) : "-"; }

std::uint64_t pages_to_scan(const PointResult& point) {
  return point.samples.empty() ? 0 : point.samples.back().pages_to_scan;
}

Block result_block(const PointResult& point, const TraceSummary& memory, const Settling& settling, EstimatedHost host) {
  Block block;
  block.heading = "What KSM would save (simulated)";
  const std::uint64_t present = memory.all.present;
  block.facts = {
      {"memory",
       fmt::format("{}, {} present ({} pages)", counted(memory.vms.size(), "VM"), pages_text(present), present)},
      {"settings", settings_text(point, host)},
      {"saved",
       fmt::format("{}, {} % of what is present", pages_text(settling.saved), share_text(settling.saved, present))},
      {"at most", fmt::format("{}, {} %: one page a content", pages_text(memory.most_saved),
                              share_text(memory.most_saved, present))},
      {"after", fmt::format("half of it {}, 90 % {}, 99 % {}", after(settling.half), after(settling.most),
                            after(settling.nearly))},
      {"full scan", after(settling.first_full_scan) + " the first"},
      ksmd_cpu(point),
      {"records", bytes_text(static_cast<std::int64_t>(point.counters.pages_shared + point.counters.pages_unshared +
                                                       point.counters.pages_sharing + point.counters.pages_volatile) *
                             static_cast<std::int64_t>(point.rmap_item_bytes)) +
                      " of rmap_items"},
      {"profit", bytes_text(point.counters.general_profit) + " (general_profit)"}};
  return block;
}

/// What keeps it from saving more, or sooner.
std::vector<std::string> limits(const PointResult& point, const TraceSummary& memory, const Settling& settling) {
  std::vector<std::string> lines;
  const std::uint64_t present = memory.all.present, scanned = pages_to_scan(point);
  lines.push_back(
      fmt::format("{} % of the pages hold what no other page holds.", share_text(memory.all.unique, present)));
  if (settling.first_full_scan && scanned != 0 && settling.first_full_scan->seconds() > 60) {
    lines.push_back(
        fmt::format("pages_to_scan {}: ten times as much would find it in a tenth of the time, at ten "
                    "times ksmd's CPU share.",
                    scanned));
  }
  const std::uint64_t repeated = memory.contents - memory.all.unique;
  if (point.counters.stable_node_dups != 0 && point.counters.pages_shared > repeated) {
    lines.push_back(fmt::format("max_page_sharing keeps {} more than one page a content.",
                                pages_text(point.counters.pages_shared - repeated)));
  }
  if (point.counters.ksm_zero_pages == 0 && memory.all.zero > 0) {
    lines.push_back(
        fmt::format("{} pages hold zeros; with use_zero_pages 1 they would take no memory at all.", memory.all.zero));
  }
  if (memory.all.huge > 0) {
    lines.push_back(fmt::format("{} are in huge pages, which KSM splits where it merges: guests get slower.",
                                pages_text(memory.all.huge)));
  }
  if (memory.snapshots.empty()) {
    lines.push_back(
        "This is memory of one moment. Pages that change between two scans do not merge: several "
        "snapshots (trace capture --every) tell.");
  }
  return lines;
}

Block limit_block(const PointResult& point, const TraceSummary& memory, const Settling& settling, EstimatedHost host) {
  Block block;
  block.heading = "What limits it";
  block.paragraphs = limits(point, memory, settling);
  if (host.off) block.paragraphs.push_back("KSM is off on this machine: /sys/kernel/mm/ksm/run is not 1.");
  return block;
}

}  // namespace

Document estimate_document(const PointResult& point, const TraceSummary& memory, const Settling& settling,
                           EstimatedHost host) {
  return {result_block(point, memory, settling, host), limit_block(point, memory, settling, host)};
}

}  // namespace ksmsim
