#pragma once
// A scenario played on this machine's kernel: the real counterpart of experiment's Simulation, with the same events in
// the same order. Between its batches ksmd sleeps on a clock of ours: that of a simulation, or without one a clock that
// goes on by ksmd's measured CPU time and by the sleeps that the kernel would have made.
#include <deque>
#include <string>
#include <vector>

#include "ksmd.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/experiment/timeline.h"
#include "ksmsim/host/host.h"
#include "live_vm.h"
#include "pace.h"
#include "page_changes.h"
#include "schedule.h"
#include "sysfs_dir.h"

namespace ksmsim {

class LiveRun {
 public:
  /// `run` of `ksm` must be 0 or 2, and nothing merged. `memory` has the scenario's VMs, none started. They are the
  /// processes `attach`, if there are any. Batches come when `schedule` has them, if there is one; `paced`: time is
  /// real time, too.
  LiveRun(const SweepPoint& point, const RunOptions& options, const SysfsDir& ksm, Host memory,
          const std::vector<int>& attach, Schedule* schedule, bool paced);
  PointResult run();
  /// By how much it was slower than real time at the worst.
  Duration most_behind() const { return pace_.most_behind(); }

 private:
  // live_run.cpp
  void set_up();
  void write_settings();
  void happen(const Happening& h);
  SimTime wake_up();
  void ksmd_batch(const Happening& batch);
  bool batch_comes();
  void wake_if_idle();
  bool running() const;
  bool anybody_registered() const;
  void sample();
  void report_progress() const;
  KsmCounters counters() const;
  PointResult result() const;

  // live_events.cpp
  void pass_time();
  void change_pages();
  void start_vm(std::uint32_t number);
  void scripted(const EventSpec& event);
  Errno set_tunable(const std::string& name, const std::string& value);
  Errno set_run(const std::string& value);
  Errno set_sleep(const std::string& value);

  const SweepPoint& point_;
  const Scenario& scenario_;
  const RunOptions& options_;
  const KernelTraits& kernel_;
  const SysfsDir& ksm_;
  Host memory_;  ///< as the guests see it
  PageChanges changes_;
  Schedule* schedule_;
  Pace pace_;
  Ksmd ksmd_;
  std::deque<LiveVm> vms_;
  Timeline timeline_;
  int run_ = 1;  ///< as the scenario has it; the kernel's may be 0 while ksmd is parked
  std::uint64_t sleep_millisecs_ = 20;
  std::int64_t scanned_at_start_ = 0, skipped_at_start_ = 0;
  Duration ksmd_cpu_{};
  std::vector<Sample> samples_;
  std::vector<EventResult> event_results_;
};

}  // namespace ksmsim
