#include "pace.h"

#include <algorithm>

#include "ksmsim/experiment/run.h"

namespace ksmsim {

void Pace::wait_until(SimTime t) {
  if (!on_) return;
  const Clock::time_point now = Clock::now();
  if (!origin_) origin_ = now - std::chrono::nanoseconds(t.ns);
  const Clock::time_point due = *origin_ + std::chrono::nanoseconds(t.ns);
  const auto late = std::chrono::duration_cast<std::chrono::nanoseconds>(now - due);
  most_behind_ = std::max(most_behind_, nanoseconds(late.count()));
  if (late.count() >= 0) return;
  std::unique_lock lock(mutex_);
  never_.wait_until(lock, stop_, due, [] { return false; });
  if (stop_.stop_requested()) throw Interrupted();
}

}  // namespace ksmsim
