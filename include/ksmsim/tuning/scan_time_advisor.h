#pragma once
// The kernel's scan-time advisor (Linux 6.8 and later; behaviour.md, section 5): after each full scan it chooses
// pages_to_scan anew, so that a full scan comes to take the target time. All is integer arithmetic that truncates, in
// the types of a 64-bit kernel.
#include <cstdint>

#include "ksmsim/base/units.h"

namespace ksmsim {

/// The files advisor_* of sysfs. advisor_min_pages_to_scan is no limit, but what the advisor starts from.
struct AdvisorLimits {
  std::uint32_t max_cpu = 70;               ///< per cent of one CPU
  std::uint64_t max_pages_to_scan = 30000;  ///< wins over all other limits
  std::uint64_t target_scan_time_s = 200;
};

/// What the advisor remembers from one full scan to the next; nothing when it has just been turned on.
class ScanTimeAdvisor {
 public:
  void full_scan_begins(SimTime now) { scan_began_ = now; }
  /// The new pages_to_scan. `ksmd_cpu`: all that ksmd has used since boot. If no full scan has begun since the advisor
  /// was turned on, this one counts from boot on, as in the kernel.
  std::uint32_t full_scan_ended(SimTime now, Duration ksmd_cpu, std::uint32_t pages_to_scan,
                                const AdvisorLimits& limits);

 private:
  SimTime scan_began_;
  std::uint64_t scan_time_s_ = 0;  ///< of the last full scan; 0: there was none
  std::uint64_t change_ = 0;       ///< moving average of a full scan's time in per cent of the one before
  Duration ksmd_cpu_;              ///< at the end of the last full scan
};

}  // namespace ksmsim
