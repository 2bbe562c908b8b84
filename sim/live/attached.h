#pragma once
// Processes that run already and are a scenario's VMs: what they and the scenario must be like.
#include <string>
#include <vector>

#include "ksmsim/config/scenario.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

/// UsageError if anything but ksmd's settings would have to change in the VMs `memory`.
void check_attachable(const Scenario& scenario, const Host& memory);

class AttachedProcesses {
 public:
  /// UsageError if they are not one for each of `vms` VMs, or one of them is not there or has nothing that KSM scans.
  AttachedProcesses(const std::vector<int>& pids, std::size_t vms);
  /// Error if one has ended since.
  void check_alive() const;

 private:
  const std::vector<int>& pids_;
  std::vector<std::string> started_;  ///< when, in ticks: a PID may be given again
};

}  // namespace ksmsim
