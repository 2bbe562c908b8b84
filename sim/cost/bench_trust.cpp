// When a measurement is to be believed: statistics over its rounds, and what else the machine did.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "ksmsim/cost/hash_bench.h"

namespace ksmsim {
namespace {

constexpr double kMostPercent = 5;         // by which two runs may differ
constexpr double kMostPreempted = 10;      // per cent of the laps
constexpr double kMostStealPercent = 1;    // of all CPUs' time
constexpr double kMostOthersPercent = 10;  // of one CPU's

std::string percent(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", value);
  return text;
}

double middle(const std::vector<double>& sorted) {
  const std::size_t half = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return middle(values);
}

/// The worst of the hashes, by a measure in per cent of the median; nothing if that is within bounds.
struct Worst {
  double value = 0;
  std::string name;
  void see(double percent_of_median, const std::string& what) {
    if (percent_of_median <= value) return;
    value = percent_of_median;
    name = what;
  }
};

void see_spread(const Spread& spread, const std::string& what, Worst& unsure, Worst& drift) {
  if (spread.median <= 0) return;
  unsure.see(100 * (spread.sure_high - spread.sure_low) / spread.median, what);
  drift.see(100 * std::abs(spread.late_half - spread.early_half) / spread.median, what);
}

}  // namespace

/// The median's bounds are order statistics, so that nothing is supposed of how the rounds are distributed.
Spread spread_of(const std::vector<double>& rounds) {
  Spread spread;
  if (rounds.empty()) return spread;
  std::vector<double> sorted = rounds;
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const auto at = [&](double rank) { return sorted[static_cast<std::size_t>(std::clamp(rank, 0.0, n - 1))]; };
  spread.median = middle(sorted);
  spread.low = at(std::floor(0.25 * (n - 1)));
  spread.high = at(std::ceil(0.75 * (n - 1)));
  const double aside = 1.96 * std::sqrt(n) / 2;
  spread.sure_low = at(std::floor((n - 1) / 2 - aside));
  spread.sure_high = at(std::ceil((n - 1) / 2 + aside));
  const auto half = rounds.begin() + static_cast<std::ptrdiff_t>((rounds.size() + 1) / 2);
  spread.early_half = median_of({rounds.begin(), half});
  spread.late_half = half == rounds.end() ? spread.early_half : median_of({half, rounds.end()});
  return spread;
}

std::vector<std::string> reasons_for_distrust(const HashBench& bench) {
  std::vector<std::string> reasons;
  Worst unsure, drift;
  for (const HashTiming& hash : bench.hashes) {
    see_spread(hash.hot, hash.name + " hot", unsure, drift);
    see_spread(hash.in_order, hash.name + " in order", unsure, drift);
    see_spread(hash.scattered, hash.name + " scattered", unsure, drift);
  }
  if (unsure.value > kMostPercent) {
    reasons.push_back(unsure.name + " is known to " + percent(unsure.value) + " only (95 % confidence)");
  }
  if (drift.value > kMostPercent) {
    reasons.push_back(drift.name + " changed by " + percent(drift.value) +
                      " from the first half of the rounds to the second");
  }
  const BenchNoise& noise = bench.noise;
  const double preempted =
      noise.laps == 0 ? 0 : 100 * static_cast<double>(noise.preempted) / static_cast<double>(noise.laps);
  if (preempted > kMostPreempted)
    reasons.push_back("other tasks cut into " + percent(preempted) + " of what was timed");
  if (noise.steal_percent.value_or(0) > kMostStealPercent) {
    reasons.push_back("the hypervisor took " + percent(*noise.steal_percent) + " of the CPUs' time");
  }
  if (noise.others_percent.value_or(0) > kMostOthersPercent) {
    reasons.push_back("other programs used " + percent(*noise.others_percent) + " of a CPU");
  }
  if (bench.cold_set.count < 2 * bench.cache.count) {
    reasons.emplace_back("there is no memory for cold pages twice as large as the last-level cache");
  }
  return reasons;
}

}  // namespace ksmsim
