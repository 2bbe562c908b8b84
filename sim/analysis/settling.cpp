#include "ksmsim/analysis/settling.h"

namespace ksmsim {

std::uint64_t saved_pages(const KsmCounters& counters) { return counters.pages_sharing + counters.ksm_zero_pages; }

namespace {

std::optional<SimTime> first_with(const std::vector<Sample>& samples, double pages) {
  for (const Sample& sample : samples) {
    if (static_cast<double>(saved_pages(sample.counters)) >= pages) return sample.time;
  }
  return std::nullopt;
}

}  // namespace

Settling settling_of(const std::vector<Sample>& samples) {
  Settling settling;
  if (samples.empty()) return settling;
  settling.saved = saved_pages(samples.back().counters);
  for (const Sample& sample : samples) {
    if (sample.counters.full_scans == 0) continue;
    settling.first_full_scan = sample.time;
    break;
  }
  if (settling.saved == 0) return settling;
  const auto whole = static_cast<double>(settling.saved);
  settling.half = first_with(samples, 0.5 * whole);
  settling.most = first_with(samples, 0.9 * whole);
  settling.nearly = first_with(samples, 0.99 * whole);
  return settling;
}

}  // namespace ksmsim
