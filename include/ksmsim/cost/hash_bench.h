#pragma once
// Measures hashes on this machine: over one page in the first-level cache (hot), and over cold pages, of a set far
// larger than the last-level cache, with the CPU's prefetchers as they are. ksmd takes a VM's pages in ascending order;
// where these lie in the host's memory it does not choose. So cold is measured twice: with the pages in order in
// memory, too, which prefetchers that cross pages make nearly hot, and scattered over it, as on a host that has run for
// long; the cost model's miss time is the latter. All hashes take turns in every round, so that a slow moment hits each
// alike. It reads the real clock: what it says is a measurement, and it says itself whether the machine was too noisy
// to trust it.
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "ksmsim/base/units.h"
#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {

struct HashBenchOptions {
  std::vector<std::string> hashes;         ///< empty: all
  std::uint32_t rounds = 40;               ///< at least 4
  Duration lap = nanoseconds(1'000'000);   ///< the least that is timed in one go
  std::stop_token stop = {};               ///< then there is no result
  std::function<void(double)> progress{};  ///< called with the share that is done
};

/// ns a page over the rounds.
struct Spread {
  double median = 0;
  double low = 0, high = 0;              ///< quartiles
  double sure_low = 0, sure_high = 0;    ///< the median is between these with 95 % probability
  double early_half = 0, late_half = 0;  ///< medians of the first and the second half of the rounds
};
Spread spread_of(const std::vector<double>& rounds);

struct HashTiming {
  std::string name, implementation;
  Spread hot, in_order, scattered;  ///< the latter two cold
};

/// What disturbed a measurement.
struct BenchNoise {
  std::uint64_t laps = 0;
  std::uint64_t preempted = 0;           ///< of these, by another task, also when they were taken again
  std::optional<double> steal_percent;   ///< of all CPUs' time, taken by the hypervisor
  std::optional<double> others_percent;  ///< of one CPU's time, used by other programs
};

struct HashBench {
  std::vector<HashTiming> hashes;                               ///< fastest over scattered pages first
  std::vector<std::pair<std::string, std::string>> cannot_run;  ///< name and why; only of those not asked for by name
  std::uint32_t rounds = 0;
  Bytes cache, cold_set;  ///< last-level cache; memory of the cold pages
  double miss_ns = 0;     ///< of 4096 bytes: the median over the hashes of scattered less hot
  BenchNoise noise;
  std::vector<std::string> distrust;  ///< why the figures cannot be trusted to 5 %; empty: they can

  /// By the cost model (cost_profile.h): hot + miss.
  double fitted_ns(const HashTiming& hash) const { return hash.hot.median + miss_ns; }
  /// Scale 1, one miss time for all hashes; "measured".
  CostProfile profile() const;
};

inline constexpr std::uint32_t kLinesAPage = 64;  ///< cache lines in 4096 bytes

/// Nothing if it was stopped. UsageError if a hash is unknown or asked for and cannot run here; Error if there is no
/// memory for the cold pages.
std::optional<HashBench> bench_hashes(const HashBenchOptions& options);
/// What speaks against the figures, each in a few words.
std::vector<std::string> reasons_for_distrust(const HashBench& bench);

}  // namespace ksmsim
