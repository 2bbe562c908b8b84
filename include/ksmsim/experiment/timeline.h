#pragma once
// When what happens in a run, as the scenario has it: the same for a simulated and for a real kernel.
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "ksmsim/config/scenario.h"
#include "ksmsim/engine/event_queue.h"

namespace ksmsim {

struct Happening {
  enum class What : std::uint8_t { batch, page_changes, replay, scripted, vm_starts, sample } what = What::batch;
  std::uint64_t number = 0;  ///< page, event or VM; of a batch: which schedule it belongs to
};

class Timeline {
 public:
  /// 146 years: sums of two times up to here do not overflow.
  static constexpr SimTime kLatest{std::int64_t{1} << 62};

  /// Plans what the scenario has at a time: events, VMs that start late, the first sample.
  explicit Timeline(const Scenario& scenario);
  /// VMs that are there from the start, in file order.
  std::vector<std::uint32_t> vms_at_start() const;

  /// One thing after the other is done by `happen`, at its now(), until the scenario's end. Interrupted if `stop` is
  /// requested.
  void play(const std::stop_token& stop, const std::function<void(const Happening&)>& happen);
  SimTime now() const { return queue_.now(); }
  /// Of what has happened so far; something goes on until `t`.
  SimTime end() const { return end_; }
  void lasts_until(SimTime t) { end_ = t; }
  /// No `stop` was reached, and nothing is left that could happen.
  bool ended_early() const { return ended_early_; }
  /// Nothing is left but the next batch, now and after any later batch.
  bool only_batches_left() const;
  void end_early() { stopped_ = ended_early_ = true; }

  /// What lies beyond kLatest is left out.
  void plan(SimTime t, Phase phase, Happening happening);
  /// ksmd's next batch, in place of any planned before. UsageError beyond kLatest.
  void plan_batch(SimTime t);
  bool batch_planned() const { return batch_planned_; }
  /// Is this the batch that was planned last? Then it is planned no more.
  bool take_batch(const Happening& batch);
  void plan_next_sample();

  /// A batch is over: is the scenario to be sampled, is this its end, and what does it want to happen now: events
  /// first, then VMs that start. `full_scans` is the kernel's count, which run=2 sets back.
  void batch_done(bool full_scan_ended);
  bool sample_due(bool full_scan_ended) const;
  bool stop_reached(std::uint64_t full_scans);
  void plan_after_batch(bool full_scan_ended);
  std::uint64_t batches() const { return batches_; }
  /// How far the run is, 0 to 1. `visits` of a host of `pages`.
  double done(std::uint64_t visits, std::uint64_t pages) const;

 private:
  std::size_t queued_samples() const { return scenario_.sample.every == SampleSpec::Every::duration ? 1 : 0; }
  /// Nothing is left but samples of what does not change any more, and no `stop.time`.
  bool nothing_left() const { return !scenario_.stop.time && queue_.size() == queued_samples(); }
  std::optional<Happening> next();

  const Scenario& scenario_;
  EventQueue<Happening> queue_;
  std::uint64_t batch_schedule_ = 0;  ///< only the newest schedule's batch takes place
  bool batch_planned_ = false;
  bool stopped_ = false, ended_early_ = false;
  SimTime end_;
  std::uint64_t batches_ = 0;
  std::uint64_t full_scans_ = 0;  ///< ever
};

}  // namespace ksmsim
