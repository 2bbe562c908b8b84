#include "ksmsim/experiment/timeline.h"

#include <algorithm>

#include "ksmsim/base/error.h"
#include "ksmsim/experiment/run.h"

namespace ksmsim {

Timeline::Timeline(const Scenario& scenario) : scenario_(scenario) {
  for (std::uint32_t i = 0; i < scenario.vms.size(); ++i) {
    const VmSpec& vm = scenario.vms[i];
    if (vm.start_after_batch || vm.start == Duration{}) continue;
    plan(SimTime{} + vm.start, Phase::vm_start, {Happening::What::vm_starts, i});
  }
  for (std::size_t i = 0; i < scenario.events.size(); ++i) {
    const EventSpec& event = scenario.events[i];
    if (event.when != EventSpec::When::at) continue;
    plan(SimTime{} + event.at, Phase::scripted, {Happening::What::scripted, i});
  }
  if (scenario.sample.every == SampleSpec::Every::duration) plan_next_sample();
}

std::vector<std::uint32_t> Timeline::vms_at_start() const {
  std::vector<std::uint32_t> vms;
  for (std::uint32_t i = 0; i < scenario_.vms.size(); ++i) {
    const VmSpec& vm = scenario_.vms[i];
    if (!vm.start_after_batch && vm.start == Duration{}) vms.push_back(i);
  }
  return vms;
}

void Timeline::play(const std::stop_token& stop, const std::function<void(const Happening&)>& happen) {
  while (!stopped_) {
    if (stop.stop_requested()) throw Interrupted();
    if (nothing_left()) return end_early();
    const auto happening = next();
    if (!happening) {
      end_ = std::max(end_, SimTime{} + scenario_.stop.time.value_or(Duration{}));
      return;
    }
    end_ = std::max(end_, now());
    happen(*happening);
  }
}

/// Nothing if `stop.time` comes before it, or nothing is left.
std::optional<Happening> Timeline::next() {
  if (queue_.empty()) return std::nullopt;
  if (scenario_.stop.time && queue_.next_time() > SimTime{} + *scenario_.stop.time) return std::nullopt;
  return queue_.pop()->payload;
}

bool Timeline::only_batches_left() const {
  if (scenario_.stop.time || scenario_.stop.batches || queue_.size() != queued_samples() + 1) return false;
  const auto due = [this](const EventSpec& e) { return e.when == EventSpec::When::after_batch && e.count > batches_; };
  const auto starts = [this](const VmSpec& vm) { return vm.start_after_batch.value_or(0) > batches_; };
  return std::none_of(scenario_.events.begin(), scenario_.events.end(), due) &&
         std::none_of(scenario_.vms.begin(), scenario_.vms.end(), starts);
}

void Timeline::plan(SimTime t, Phase phase, Happening happening) {
  if (t <= kLatest) queue_.schedule(t, phase, happening);
}

void Timeline::plan_batch(SimTime t) {
  if (t > kLatest) throw UsageError("the run goes on for more than 146 years of simulated time; stop.time ends it");
  queue_.schedule(t, Phase::ksmd, {Happening::What::batch, ++batch_schedule_});
  batch_planned_ = true;
}

bool Timeline::take_batch(const Happening& batch) {
  if (batch.number != batch_schedule_) return false;  // ksmd was woken before this wake-up
  batch_planned_ = false;
  return true;
}

void Timeline::plan_next_sample() {
  queue_.schedule(now() + scenario_.sample.duration, Phase::sample, {Happening::What::sample, 0});
}

void Timeline::batch_done(bool full_scan_ended) {
  ++batches_;
  if (full_scan_ended) ++full_scans_;
}

bool Timeline::sample_due(bool full_scan_ended) const {
  const SampleSpec::Every every = scenario_.sample.every;
  return every == SampleSpec::Every::batch || (every == SampleSpec::Every::full_scan && full_scan_ended);
}

bool Timeline::stop_reached(std::uint64_t full_scans) {
  const StopSpec& stop = scenario_.stop;
  stopped_ = (stop.full_scans && full_scans >= *stop.full_scans) || (stop.batches && batches_ >= *stop.batches);
  return stopped_;
}

void Timeline::plan_after_batch(bool full_scan_ended) {
  for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
    const EventSpec& event = scenario_.events[i];
    const bool due = (event.when == EventSpec::When::after_batch && event.count == batches_) ||
                     (event.when == EventSpec::When::after_full_scan && full_scan_ended && event.count == full_scans_);
    if (due) queue_.schedule(now(), Phase::scripted, {Happening::What::scripted, i});
  }
  for (std::uint32_t i = 0; i < scenario_.vms.size(); ++i) {
    if (scenario_.vms[i].start_after_batch != batches_) continue;
    queue_.schedule(now(), Phase::vm_start, {Happening::What::vm_starts, i});
  }
}

double Timeline::done(std::uint64_t visits, std::uint64_t pages) const {
  const StopSpec& stop = scenario_.stop;
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
  double done = 0;
  if (stop.full_scans) {
    done = share(static_cast<double>(visits), static_cast<double>(*stop.full_scans) * static_cast<double>(pages));
  }
  if (stop.batches) done = std::max(done, share(static_cast<double>(batches_), static_cast<double>(*stop.batches)));
  if (stop.time) done = std::max(done, share(now().seconds(), stop.time->seconds()));
  return std::min(done, 1.0);
}

}  // namespace ksmsim
