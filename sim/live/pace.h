#pragma once
// Holds a run back to the time it would take in reality.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

#include "ksmsim/base/units.h"

namespace ksmsim {

class Pace {
 public:
  /// Unless `on`, nothing is ever waited for.
  Pace(bool on, std::stop_token stop) : on_(on), stop_(std::move(stop)) {}
  bool on() const { return on_; }
  /// Returns when as much time has passed since the first call as between its `t` and this one. Interrupted.
  void wait_until(SimTime t);
  /// By how much it was too late at the worst.
  Duration most_behind() const { return most_behind_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  std::stop_token stop_;
  std::optional<Clock::time_point> origin_;  ///< when t was 0
  Duration most_behind_{};
  std::mutex mutex_;
  std::condition_variable_any never_;
};

}  // namespace ksmsim
