#include "ksmsim/tuning/scan_time_advisor.h"

#include <algorithm>

namespace ksmsim {
namespace {

constexpr std::uint64_t kLeastCpu = 10;  // per cent; not to be set
constexpr std::uint64_t kWeight = 30;    // of the newest value in the moving average, per cent

/// Quotients that would be 0 count as 1.
std::uint64_t at_least_one(std::uint64_t value) { return std::max<std::uint64_t>(value, 1); }

std::uint64_t whole_milliseconds(Duration d) { return static_cast<std::uint64_t>(d.ns / 1'000'000); }

}  // namespace

std::uint32_t ScanTimeAdvisor::full_scan_ended(SimTime now, Duration ksmd_cpu, std::uint32_t pages_to_scan,
                                               const AdvisorLimits& limits) {
  const std::uint64_t time_s = at_least_one(whole_milliseconds(now - scan_began_) / 1000);
  const std::uint64_t cpu_ms = whole_milliseconds(ksmd_cpu - ksmd_cpu_);
  const auto cpu_percent = static_cast<std::uint32_t>(at_least_one(cpu_ms * 100 / (time_s * 1000)));
  const std::uint64_t last_s = scan_time_s_ == 0 ? time_s : scan_time_s_;

  const std::uint64_t factor = at_least_one(limits.target_scan_time_s * 100 / time_s);
  const std::uint64_t newest = at_least_one(time_s * 100 / last_s);
  change_ = ((100 - kWeight) * change_ + kWeight * newest) / 100;

  const std::uint32_t hundredfold = pages_to_scan * 100;  // may wrap: 32 bits in the kernel, too
  std::uint64_t pages = hundredfold / factor * change_ / 100;
  const std::uint64_t pages_a_percent = at_least_one(pages_to_scan / cpu_percent);
  pages = std::min(pages, pages_a_percent * limits.max_cpu);
  pages = std::max(pages, pages_a_percent * kLeastCpu);
  pages = std::min(pages, limits.max_pages_to_scan);

  scan_time_s_ = time_s;
  ksmd_cpu_ = ksmd_cpu;
  return static_cast<std::uint32_t>(pages);
}

}  // namespace ksmsim
