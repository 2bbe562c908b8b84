#pragma once
// The names under which counters and samples appear in CSV and JSON, in their order.
#include <algorithm>
#include <array>
#include <string_view>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Names of SharedContents::What, in its order.
inline constexpr std::array<std::string_view, 5> kSharedWhats{"zeros", "pattern", "image", "captured", "other"};

/// Calls `visit(name, value)` for each counter; the names are sysfs's. Values that are not const can be set.
template <class Counters, class Visit>
void visit_counters(Counters&& c, Visit&& visit) {
  visit(std::string_view("full_scans"), c.full_scans);
  visit(std::string_view("pages_scanned"), c.pages_scanned);
  visit(std::string_view("pages_skipped"), c.pages_skipped);
  visit(std::string_view("pages_shared"), c.pages_shared);
  visit(std::string_view("pages_sharing"), c.pages_sharing);
  visit(std::string_view("pages_unshared"), c.pages_unshared);
  visit(std::string_view("pages_volatile"), c.pages_volatile);
  visit(std::string_view("ksm_zero_pages"), c.ksm_zero_pages);
  visit(std::string_view("stable_node_chains"), c.stable_node_chains);
  visit(std::string_view("stable_node_dups"), c.stable_node_dups);
  visit(std::string_view("general_profit"), c.general_profit);
}

/// The same for each figure of a sample.
template <class Row, class Visit>
void visit_sample(Row&& sample, Visit&& visit) {
  visit(std::string_view("batch"), sample.batch);
  visit_counters(sample.counters, visit);
  visit(std::string_view("time_ns"), sample.time.ns);
  visit(std::string_view("checksums"), sample.checksums);
  visit(std::string_view("ksmd_cpu_ns"), sample.ksmd_cpu.ns);
  visit(std::string_view("pages_to_scan"), sample.pages_to_scan);
}

/// Names that some kernels do not tell.
inline constexpr std::array<std::string_view, 7> kOptionalColumns{
    "pages_scanned",    "pages_skipped",  "ksm_zero_pages", "stable_node_chains",
    "stable_node_dups", "general_profit", "checksums"};
inline bool is_optional_column(std::string_view name) {
  return std::find(kOptionalColumns.begin(), kOptionalColumns.end(), name) != kOptionalColumns.end();
}

/// Does the run know the figure of that name? A real kernel may lack it.
inline bool tells(const PointResult& point, std::string_view name) {
  return std::find(point.not_told.begin(), point.not_told.end(), name) == point.not_told.end();
}

}  // namespace ksmsim
