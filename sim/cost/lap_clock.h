#pragma once
// Times of things done one after the other: from one reading of the clock to the next, a reading's
// own cost taken off.
#include <chrono>
#include <cstdint>
#include <vector>

namespace ksmsim {

class LapClock {
 public:
  LapClock();  ///< finds out what a reading costs
  void start() { last_ = Clock::now(); }
  /// ns since start() or the last lap().
  std::uint64_t lap() {
    const Clock::time_point now = Clock::now();
    const std::chrono::nanoseconds passed = now - last_;
    last_ = now;
    return passed.count() > cost_ ? static_cast<std::uint64_t>(passed.count() - cost_) : 0;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_;
  std::int64_t cost_ = 0;
};

/// The middle one; 0 of none. Reorders `values`.
double median(std::vector<double>& values);

}  // namespace ksmsim
