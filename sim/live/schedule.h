#pragma once
// When the simulation of a scenario has ksmd wake up. It is simulated a little ahead by a process of its own: its
// memory must not pass through the LRU batch of the CPU that the live run is on.
#include <sys/types.h>

#include <optional>

#include "ksmsim/base/units.h"
#include "ksmsim/config/scenario.h"

namespace ksmsim {

class Schedule {
 public:
  /// On any CPU that the calling thread may use but `busy_cpu`, if there is one.
  Schedule(const Scenario& scenario, int busy_cpu);
  ~Schedule();
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;
  /// When it wakes after its first batch; then after its second, and so on. Nothing once the simulation has ended.
  std::optional<SimTime> next();

 private:
  pid_t process_ = -1;
  int times_ = -1;
};

}  // namespace ksmsim
