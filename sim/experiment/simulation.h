#pragma once
// One run: the clock and its users. ksmd's batches, guests' writes to merged pages, the scenario's events, VMs that
// start, and samples of the counters all are events of one queue.
#include <memory>
#include <string>
#include <vector>

#include "batch_cost.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"
#include "ksmsim/engine/event_queue.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/host/host.h"
#include "ksmsim/tuning/scan_time_advisor.h"

namespace ksmsim {

class Simulation {
 public:
  Simulation(const SweepPoint& point, const RunOptions& options);
  PointResult run();

 private:
  struct Happening {
    enum class What : std::uint8_t { batch, page_changes, scripted, vm_starts, sample } what = What::batch;
    std::uint64_t number = 0;  ///< page, event or VM; of a batch: which schedule it belongs to
  };

  static constexpr SimTime kLatest{std::int64_t{1} << 62};  ///< 146 years: sums of two times do not overflow

  // simulation.cpp
  void set_up();
  void ksmd_batch(std::uint64_t schedule);
  void plan(SimTime t, Phase phase, Happening happening);
  void schedule_batch(SimTime t);
  SimTime wake_up(SimTime batch_end) const;
  void consult_advisor(const BatchWork& work);
  void after_batch(bool full_scan_ended);
  bool stop_reached() const;
  bool only_idle_batches_to_come(const BatchWork& work) const;
  std::size_t queued_samples() const { return scenario_.sample.every == SampleSpec::Every::duration ? 1 : 0; }
  void sample();
  void take_fingerprint();
  void report_progress() const;
  PointResult result() const;

  // simulation_events.cpp
  void happen(const Happening& h);
  void scripted(const EventSpec& event);
  Errno apply(const EventSpec& event);
  Errno apply_to_pages(const EventSpec& event, PageIndex first, std::uint32_t count);
  void write_pages(const EventSpec& event, PageIndex first, std::uint32_t count);
  Errno set_tunable(const EventSpec& event);
  void start_vm(std::uint32_t number);

  const SweepPoint& point_;
  const Scenario& scenario_;
  const RunOptions& options_;
  const KernelTraits& kernel_;
  std::string hash_;
  Host host_;
  std::unique_ptr<DedupScanner> scanner_;
  BatchCost cost_;
  ScanTimeAdvisor advisor_;  ///< asked only while the scanner has one on
  EventQueue<Happening> queue_;
  std::uint64_t batch_schedule_ = 0;  ///< only the newest schedule's batch takes place
  bool batch_scheduled_ = false;
  bool stopped_ = false;
  bool ended_early_ = false;  ///< no `stop` was reached, and nothing is left that could happen
  SimTime end_;               ///< of what has happened so far
  std::uint64_t batches_ = 0, visits_ = 0, fingerprint_ = 0;
  std::uint64_t full_scans_ = 0;  ///< ever: run=2 sets the kernel's counter back
  std::vector<Sample> samples_;
  std::vector<EventResult> event_results_;
};

}  // namespace ksmsim
