#pragma once
// The knobs of /sys/kernel/mm/ksm: defaults, what is accepted, what is refused and how (behaviour.md, section 5).
#include <cstdint>
#include <map>
#include <string>

#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

struct Tunables {
  std::uint32_t run = 1;
  std::uint32_t pages_to_scan = 100;
  std::uint32_t sleep_millisecs = 20;
  std::uint32_t merge_across_nodes = 1;
  std::uint32_t max_page_sharing = 256;
  std::uint32_t stable_node_chains_prune_millisecs = 2000;
  bool use_zero_pages = false;
  bool smart_scan = false;  ///< 1 where the kernel has it
  bool advisor = false;
  std::uint32_t advisor_max_cpu = 70;
  std::uint64_t advisor_min_pages_to_scan = 500;
  std::uint64_t advisor_max_pages_to_scan = 30000;
  std::uint64_t advisor_target_scan_time = 200;  ///< seconds

  explicit Tunables(const KernelTraits& kernel) : smart_scan(kernel.smart_scan) {}
};

/// What a write needs to know beyond the value itself: may knobs that need an empty stable tree change?
struct StableTreeUse {
  bool shares = false;
};

/// Writes `value` to `name`, or says with which errno the kernel refuses: ENOENT, EINVAL, EBUSY. What a change of
/// `run`, `max_page_sharing` or `merge_across_nodes` does beside is the caller's.
Errno write_tunable(Tunables& tunables, const KernelTraits& kernel, const std::string& name, const std::string& value,
                    StableTreeUse use);

}  // namespace ksmsim
