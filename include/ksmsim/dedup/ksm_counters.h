#pragma once
// /sys/kernel/mm/ksm and /proc/PID/ksm_stat, as values.
#include <cstdint>

namespace ksmsim {

/// All since the start of the run. pages_sharing are pages saved, pages_shared frames in use.
struct KsmCounters {
  std::uint64_t full_scans = 0, pages_scanned = 0, pages_skipped = 0;
  std::uint64_t pages_shared = 0, pages_sharing = 0, pages_unshared = 0, pages_volatile = 0;
  std::uint64_t ksm_zero_pages = 0, stable_node_chains = 0, stable_node_dups = 0;
  std::int64_t general_profit = 0;
  friend bool operator==(const KsmCounters&, const KsmCounters&) = default;
};

/// One process.
struct KsmProcessCounters {
  std::uint64_t rmap_items = 0, merging_pages = 0, zero_pages = 0;
  std::int64_t profit = 0;
  friend bool operator==(const KsmProcessCounters&, const KsmProcessCounters&) = default;
};

}  // namespace ksmsim
