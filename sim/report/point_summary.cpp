#include "point_summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "format.h"
#include "ksmsim/analysis/settling.h"
#include "ksmsim/report/columns.h"
#include "memory.h"

namespace ksmsim {
namespace {

constexpr std::size_t kVmRows = 12, kRefusedShown = 10;
constexpr const char* kEndedEarly = "The run ended early: ksmd had nothing more to do, and nothing else was to come.";

std::vector<std::string> counter_row(const char* name, std::uint64_t pages) {
  return {name, fmt::format("{}", pages), pages_text(pages)};
}

Grid counter_grid(const KsmCounters& c) {
  Grid grid;
  grid.columns = {{"counter", false}, {"pages"}, {"memory"}};
  grid.rows = {counter_row("pages_shared", c.pages_shared), counter_row("pages_sharing", c.pages_sharing),
               counter_row("pages_unshared", c.pages_unshared), counter_row("pages_volatile", c.pages_volatile)};
  const auto add = [&](const char* name, std::uint64_t pages) {
    if (pages != 0) grid.rows.push_back(counter_row(name, pages));
  };
  add("ksm_zero_pages", c.ksm_zero_pages);
  add("pages_skipped", c.pages_skipped);
  if (c.stable_node_chains != 0) {
    grid.rows.push_back({"stable_node_chains", fmt::format("{}", c.stable_node_chains), ""});
    grid.rows.push_back({"stable_node_dups", fmt::format("{}", c.stable_node_dups), ""});
  }
  grid.rows.push_back(counter_row("pages_scanned", c.pages_scanned));
  return grid;
}

std::vector<std::string> vm_row(const std::string& name, std::uint64_t items, std::uint64_t merging, std::uint64_t zero,
                                std::int64_t profit) {
  return {name, fmt::format("{}", items), fmt::format("{}", merging), fmt::format("{}", zero), bytes_text(profit)};
}

/// One row of order statistics, each column by itself; `q` from 0 (smallest) to 1 (largest).
std::vector<std::string> vm_quantile_row(const std::string& name, const std::vector<VmResult>& vms, double q) {
  const auto at = [&](auto member) {
    std::vector<std::decay_t<decltype(vms[0].*member)>> values;
    values.reserve(vms.size());
    for (const VmResult& vm : vms) values.push_back(vm.*member);
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
  };
  return vm_row(name, at(&VmResult::ksm_rmap_items), at(&VmResult::ksm_merging_pages), at(&VmResult::ksm_zero_pages),
                at(&VmResult::ksm_process_profit));
}

std::vector<std::string> vm_total_row(const std::vector<VmResult>& vms) {
  VmResult sum;
  for (const VmResult& vm : vms) {
    sum.ksm_rmap_items += vm.ksm_rmap_items;
    sum.ksm_merging_pages += vm.ksm_merging_pages;
    sum.ksm_zero_pages += vm.ksm_zero_pages;
    sum.ksm_process_profit += vm.ksm_process_profit;
  }
  return vm_row("all", sum.ksm_rmap_items, sum.ksm_merging_pages, sum.ksm_zero_pages, sum.ksm_process_profit);
}

std::string saved_text(const PointResult& point) {
  const std::uint64_t saved = saved_pages(point.counters);
  std::uint64_t pages = 0;
  for (const VmSpec& vm : point.scenario.vms) pages += vm_pages(vm);
  const double share = pages == 0 ? 0 : static_cast<double>(saved) / static_cast<double>(pages);
  return fmt::format("{}, {} % of the VMs' memory (pages_sharing + ksm_zero_pages)", pages_text(saved),
                     fixed_text(share * 100, 2));
}

/// Shown if it changed, as the advisor does it.
void add_pages_to_scan(const PointResult& point, Block& block) {
  if (point.samples.empty()) return;
  const auto less = [](const Sample& a, const Sample& b) { return a.pages_to_scan < b.pages_to_scan; };
  const auto [least, most] = std::minmax_element(point.samples.begin(), point.samples.end(), less);
  if (least->pages_to_scan == most->pages_to_scan) return;
  block.facts.push_back({"pages_to_scan", fmt::format("{} to {}, {} in the end", least->pages_to_scan,
                                                      most->pages_to_scan, point.samples.back().pages_to_scan)});
}

}  // namespace

std::string checksum_source(const ChecksumResult& checksum) {
  if (checksum.source != "measured") {
    std::string text = checksum.source + ", profile " + checksum.profile;
    return checksum.profile_source.empty() ? text : text + ": " + checksum.profile_source;
  }
  std::string text = "measured on this machine";
  if (!checksum.implementation.empty()) text += ", " + checksum.implementation;
  if (const std::size_t more = checksum.profile_source.find("; "); more != std::string::npos) {
    text += checksum.profile_source.substr(more);
  }
  if (checksum.p50_ns && checksum.p99_ns) {
    text += fmt::format(" (p50 {:.0f} ns, p99 {:.0f} ns)", *checksum.p50_ns, *checksum.p99_ns);
  }
  return text;
}

std::vector<Fact> hash_facts(std::span<const PointResult> points) {
  std::string chosen, plugins;
  const auto add = [](std::string& list, const std::string& one) {
    if (!one.empty() && list.find(one) == std::string::npos) list += (list.empty() ? "" : "; ") + one;
  };
  for (const PointResult& point : points) {
    const ChecksumResult& checksum = point.checksum;
    add(chosen, checksum.chosen);
    if (!checksum.plugin) continue;
    add(plugins, fmt::format("{}: {}, version {}, fingerprint {}", checksum.hash, checksum.plugin->file,
                             checksum.plugin->version, checksum.plugin->digest));
  }
  std::vector<Fact> facts;
  if (!chosen.empty()) facts.push_back({"chosen", chosen});
  if (!plugins.empty()) facts.push_back({"plug-in", plugins});
  return facts;
}

double deviation_percent(double ours, double published) { return (ours / published - 1) * 100; }

Block checksum_block(const PointResult& point, const ReferenceSpec& reference) {
  const ChecksumResult& c = point.checksum;
  Block block;
  block.heading = "Checksums (" + c.source + ")";
  block.facts = {{"hash", fmt::format("{}, {} bits kept", c.hash, c.bits)},
                 {"each", fixed_text(c.mean_ns, 2) + " ns"},
                 {"count", fmt::format("{}", c.count)},
                 {"total", exact_duration_text(c.total_ns / 1e9)},
                 {"CPU share", fixed_text(c.cpu_percent, 4) + " % of one CPU"},
                 {"source", checksum_source(c)}};
  for (Fact& fact : hash_facts({&point, 1})) block.facts.push_back(std::move(fact));
  const auto published = reference.checksum_ns.find(c.hash);
  if (published == reference.checksum_ns.end()) return block;
  block.facts.push_back(
      {"published", fmt::format("{} ns, deviation {} % ({})", fixed_text(published->second, 2),
                                signed_text(deviation_percent(c.mean_ns, published->second), 2), reference.source)});
  return block;
}

Fact ksmd_cpu(const PointResult& point) {
  return {"ksmd CPU", fmt::format("{}, {} % of one CPU ({}{})", exact_duration_text(point.ksmd_cpu.seconds()),
                                  fixed_text(point.ksmd_cpu_percent, 4), point.checksum.source,
                                  point.ksmd_cpu_is_checksums_only ? ", checksums only" : "")};
}

Block memory_block(const PointResult& point, const std::string& heading) {
  const KsmCounters& c = point.counters;
  const std::uint64_t items = rmap_items(point);
  Block block;
  block.heading = heading;
  block.facts = {{"simulated", fmt::format("{} s, {} batches, {}", fixed_text(point.simulated.seconds(), 3),
                                           point.batches, counted(c.full_scans, "full scan"))},
                 {"saved", saved_text(point)},
                 {"rmap_items", fmt::format("{}, {} at {} bytes each", items,
                                            bytes_text(static_cast<std::int64_t>(items * point.rmap_item_bytes)),
                                            point.rmap_item_bytes)},
                 {"general_profit", fmt::format("{} ({} bytes)", bytes_text(c.general_profit), c.general_profit)}};
  add_pages_to_scan(point, block);
  if (point.ended_early) block.paragraphs.push_back(kEndedEarly);
  block.grid = counter_grid(c);
  std::erase_if(block.facts, [&](const Fact& fact) { return !tells(point, fact.label); });
  std::erase_if(block.grid->rows, [&](const auto& row) { return !tells(point, row.front()); });
  return block;
}

Block cpu_block(const PointResult& point) {
  Block block;
  if (point.ksmd_shares.size() <= 2) return block;  // checksum and the rest are no news
  block.heading = "ksmd's CPU time went to (modelled)";
  Grid grid;
  grid.columns = {{"term", false}, {"count"}, {"each ns"}, {"total ms"}, {"share %"}};
  double total = 0;
  for (const CpuShare& share : point.ksmd_shares) total += static_cast<double>(share.cpu.ns);
  for (const CpuShare& share : point.ksmd_shares) {
    const auto ns = static_cast<double>(share.cpu.ns);
    if (share.cpu.ns == 0) continue;
    grid.rows.push_back({share.term, fixed_text(share.count, 0), fixed_text(ns / share.count, 1),
                         fixed_text(ns / 1e6, 3), fixed_text(100 * ns / total, 1)});
  }
  block.grid = std::move(grid);
  return block;
}

Block vm_block(const PointResult& point) {
  Block block;
  if (point.vms.empty()) return block;
  block.heading = counted(point.vms.size(), "VM") + " alive at the end";
  Grid grid;
  grid.columns = {{"VM", false}, {"ksm_rmap_items"}, {"ksm_merging_pages"}, {"ksm_zero_pages"}, {"process_profit"}};
  if (point.vms.size() <= kVmRows) {
    for (const VmResult& vm : point.vms) {
      grid.rows.push_back(
          vm_row(vm.name, vm.ksm_rmap_items, vm.ksm_merging_pages, vm.ksm_zero_pages, vm.ksm_process_profit));
    }
  } else {
    grid.rows = {vm_quantile_row("smallest", point.vms, 0), vm_quantile_row("median", point.vms, 0.5),
                 vm_quantile_row("largest", point.vms, 1)};
  }
  if (point.vms.size() > 1) grid.rows.push_back(vm_total_row(point.vms));
  block.grid = std::move(grid);
  return block;
}

Block refused_block(const PointResult& point) {
  Block block;
  std::size_t refused = 0;
  for (const EventResult& event : point.events) {
    if (event.refused.empty() || ++refused > kRefusedShown) continue;
    block.facts.push_back({fmt::format("after batch {}", event.batch), event.text + " -> " + event.refused});
  }
  if (refused == 0) return block;
  block.heading = counted(refused, "event") + " refused, as the kernel would";
  if (refused > kRefusedShown) {
    block.facts.push_back({"", fmt::format("and {} more", refused - kRefusedShown)});
  }
  return block;
}

}  // namespace ksmsim
