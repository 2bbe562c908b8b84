#pragma once
// One run: the clock and its users. ksmd's batches, guests' writes to merged pages, the scenario's events, VMs that
// start, and samples of the counters all are events of one queue.
#include <memory>
#include <string>
#include <vector>

#include "batch_cost.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/experiment/scenario_traces.h"
#include "ksmsim/experiment/timeline.h"
#include "ksmsim/guest/trace_replay.h"
#include "ksmsim/host/host.h"
#include "ksmsim/tuning/scan_time_advisor.h"

namespace ksmsim {

class Simulation {
 public:
  /// The point's traces are needed no more once it is built.
  Simulation(const SweepPoint& point, const RunOptions& options, const ScenarioTraces& traces);
  PointResult run();

 private:
  // simulation.cpp
  void set_up();
  void ksmd_batch(const Happening& batch);
  void wake_if_idle();
  SimTime wake_up(SimTime batch_end) const;
  void consult_advisor(const BatchWork& work);
  void sample();
  void take_fingerprint();
  void report_progress() const;
  PointResult result() const;

  // simulation_events.cpp
  void happen(const Happening& h);
  void scripted(const EventSpec& event);
  Errno apply(const EventSpec& event);
  Errno set_tunable(const EventSpec& event);
  void start_vm(std::uint32_t number);
  void replay(std::uint32_t number);
  void plan_replay(std::uint32_t number);

  const SweepPoint& point_;
  const Scenario& scenario_;
  const RunOptions& options_;
  const KernelTraits& kernel_;
  HashChoice hash_;
  Host host_;
  std::unique_ptr<DedupScanner> scanner_;
  BatchCost cost_;
  ScanTimeAdvisor advisor_;  ///< asked only while the scanner has one on
  Timeline timeline_;
  struct Replay {
    TraceReplay changes;
    SimTime start;
  };
  std::vector<Replay> replays_;  ///< one a VM
  std::uint64_t visits_ = 0, fingerprint_ = 0;
  std::vector<Sample> samples_;
  std::vector<EventResult> event_results_;
};

}  // namespace ksmsim
