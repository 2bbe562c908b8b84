#pragma once
// The same scenario on this machine's own kernel, in lock-step: ksmd does a batch when it is told to and sleeps
// otherwise, so that the counters after every batch are as repeatable as the simulator's. One process a VM. The VMs'
// processes, ksmd and the calling thread run on one CPU with real-time priority, since what ksmd can merge depends on
// the pages that pass through the CPU's LRU batch.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/base/error.h"
#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct LiveOptions {
  /// Processes that are the VMs, in the scenario's order; they run already, stand still, and are only scanned. KSM must
  /// have come to know them in this order. Empty: a process is made for each VM.
  std::vector<int> attach;
  bool force = false;  ///< although other processes use KSM: their pages count, and are unmerged before and after
  bool wait = true;  ///< what the scenario has at a time comes at that time; else as soon as what comes before is done
  std::string schedule_kernel;  ///< of the simulation that tells when batches come; empty: kernel_here()
  std::function<void(const std::string&)> notice;  ///< told, in one line, what is worth knowing but no error
};

/// Empty if run_live can work on this machine, else why not, in one line.
std::string why_not_live();
/// The known version whose rules this machine's kernel most likely follows: the newest that is not newer.
std::string kernel_here();
/// The same for a release as `uname -r` prints it.
std::string nearest_known_kernel(const std::string& release);
/// This machine's settings of KSM, for a scenario's `ksm`; empty without KSM.
std::vector<std::pair<std::string, std::string>> ksm_settings_here();
/// Does ksmd scan here?
bool ksm_runs_here();
/// Those of the counters' columns that this machine's kernel does not have.
std::vector<std::string> columns_missing_here();

/// Plays the scenario. If it has anything that happens at a time, contents that change too, a batch comes when the
/// scenario's simulation has it, so that the two can be compared. Else time is as it would be if ksmd slept as the
/// scenario says, and only ksmd's own CPU time is measured.
/// All of the machine's settings are as before when it returns, throws, or its process is killed; if its guardian
/// process is killed as well, the next call restores them first and gives notice. Call it from a thread whose process
/// does nothing else meanwhile. UsageError: not possible here, or not with this scenario; Busy; Interrupted.
PointResult run_live(const SweepPoint& point, const RunOptions& options = {}, const LiveOptions& live = {});

}  // namespace ksmsim
