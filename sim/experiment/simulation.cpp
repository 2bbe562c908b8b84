#include "simulation.h"

#include <algorithm>
#include <cstdio>

#include "ksmsim/base/plugin.h"
#include "ksmsim/base/random.h"
#include "ksmsim/engine/timer_wheel.h"
#include "ksmsim/experiment/build_host.h"

namespace ksmsim {

Simulation::Simulation(const SweepPoint& point, const RunOptions& options)
    : point_(point),
      scenario_(point.scenario),
      options_(options),
      kernel_(kernel_traits(scenario_.host.kernel)),
      hash_(scenario_.ksm.hash.empty() ? kernel_.hash : scenario_.ksm.hash),
      host_(build_host(scenario_, kernel_.host_traits(scenario_.host.lru_batch))),
      scanner_(Registry<DedupScanner>::make(scenario_.ksm.scanner)),
      cost_(scenario_, hash_) {}

void Simulation::set_up() {
  scanner_->start(host_, scenario_.host.kernel);
  for (const auto& [name, value] : scenario_.ksm.tunables) {
    // A knob that the kernel does not have may be given as off: one scenario for several kernels.
    if (const Errno refused = scanner_->set(name, value); refused != 0 && value != "0") {
      throw UsageError("ksm." + name + ": Linux " + scenario_.host.kernel + " refuses '" + value + "'");
    }
  }
  for (std::uint32_t i = 0; i < scenario_.vms.size(); ++i) {
    const VmSpec& vm = scenario_.vms[i];
    if (vm.start_after_batch) continue;
    if (vm.start == Duration{}) {
      start_vm(i);
    } else {
      queue_.schedule(SimTime{} + vm.start, Phase::vm_start, {Happening::What::vm_starts, i});
    }
  }
  for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
    const EventSpec& event = scenario_.events[i];
    if (event.when != EventSpec::When::at) continue;
    queue_.schedule(SimTime{} + event.at, Phase::scripted, {Happening::What::scripted, i});
  }
  if (scenario_.sample.every == SampleSpec::Every::duration) {
    queue_.schedule(SimTime{} + scenario_.sample.duration, Phase::sample, {Happening::What::sample, 0});
  }
}

PointResult Simulation::run() {
  set_up();
  while (!stopped_) {
    if (options_.stop.stop_requested()) throw Interrupted();
    if (scenario_.stop.time && (queue_.empty() || queue_.next_time() > SimTime{} + *scenario_.stop.time)) {
      end_ = std::max(end_, SimTime{} + *scenario_.stop.time);
      break;
    }
    ended_early_ = !scenario_.stop.time && queue_.size() == queued_samples();
    if (ended_early_) break;
    const auto event = queue_.pop();
    host_.advance(event->time);
    end_ = std::max(end_, event->time);
    happen(event->payload);
  }
  return result();
}

/// What lies beyond all times is left out.
void Simulation::plan(SimTime t, Phase phase, Happening happening) {
  if (t <= kLatest) queue_.schedule(t, phase, happening);
}

void Simulation::schedule_batch(SimTime t) {
  if (t > kLatest) throw UsageError("the run goes on for more than 146 years of simulated time; stop.time ends it");
  queue_.schedule(t, Phase::ksmd, {Happening::What::batch, ++batch_schedule_});
  batch_scheduled_ = true;
}

SimTime Simulation::wake_up(SimTime batch_end) const {
  const std::uint64_t sleep = scanner_->sleep_millisecs();
  if (sleep == 0 && kernel_.sleep_zero_is_no_sleep) return batch_end;
  return timer_expiry(batch_end, milliseconds(static_cast<std::int64_t>(sleep)), scenario_.host.hz);
}

void Simulation::ksmd_batch(std::uint64_t schedule) {
  if (schedule != batch_schedule_) return;  // ksmd was woken, or stopped, before this wake-up
  batch_scheduled_ = false;
  if (!scanner_->running()) return;
  const BatchWork work = scanner_->scan_batch(cost_.sink());
  ++batches_;
  visits_ += work.visits;
  end_ = host_.now() + cost_.of(work);
  consult_advisor(work);
  for (const PageIndex page : host_.take_merged_changing()) {
    plan(host_.next_change_of(page), Phase::guest, {Happening::What::page_changes, page.value});
  }
  take_fingerprint();
  if (scenario_.sample.every == SampleSpec::Every::batch ||
      (scenario_.sample.every == SampleSpec::Every::full_scan && work.full_scan_ended)) {
    sample();
  }
  stopped_ = stop_reached();
  if (stopped_) return;
  schedule_batch(wake_up(end_));
  after_batch(work.full_scan_ended);
  if (batches_ % 64 == 0) report_progress();
  stopped_ = ended_early_ = only_idle_batches_to_come(work);
}

/// With pages_to_scan 0 ksmd goes on for ever and no full scan ends, unless something else is to come.
bool Simulation::only_idle_batches_to_come(const BatchWork& work) const {
  if (work.visits != 0 || work.full_scan_ended || scenario_.stop.time || scenario_.stop.batches) return false;
  if (queue_.size() != queued_samples() + 1) return false;
  const auto due = [this](const EventSpec& e) { return e.when == EventSpec::When::after_batch && e.count > batches_; };
  const auto starts = [this](const VmSpec& vm) { return vm.start_after_batch.value_or(0) > batches_; };
  return std::none_of(scenario_.events.begin(), scenario_.events.end(), due) &&
         std::none_of(scenario_.vms.begin(), scenario_.vms.end(), starts);
}

/// A full scan begins with its first batch and ends at the end of its last. Boot is the start of the run.
void Simulation::consult_advisor(const BatchWork& work) {
  const std::optional<AdvisorSettings> settings = scanner_->advisor();
  if (!settings) return;
  if (work.full_scan_began) advisor_.full_scan_begins(host_.now());
  if (!work.full_scan_ended) return;
  const AdvisorLimits limits{settings->max_cpu, settings->max_pages_to_scan, settings->target_scan_time};
  scanner_->advise(advisor_.full_scan_ended(end_, cost_.ksmd_cpu(), settings->pages_to_scan, limits));
}

/// What the scenario wants to happen after this batch: events first, then VMs that start.
void Simulation::after_batch(bool full_scan_ended) {
  if (full_scan_ended) ++full_scans_;
  for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
    const EventSpec& event = scenario_.events[i];
    const bool due = (event.when == EventSpec::When::after_batch && event.count == batches_) ||
                     (event.when == EventSpec::When::after_full_scan && full_scan_ended && event.count == full_scans_);
    if (due) queue_.schedule(host_.now(), Phase::scripted, {Happening::What::scripted, i});
  }
  for (std::uint32_t i = 0; i < scenario_.vms.size(); ++i) {
    if (scenario_.vms[i].start_after_batch != batches_) continue;
    queue_.schedule(host_.now(), Phase::vm_start, {Happening::What::vm_starts, i});
  }
}

bool Simulation::stop_reached() const {
  const StopSpec& stop = scenario_.stop;
  return (stop.full_scans && scanner_->counters().full_scans >= *stop.full_scans) ||
         (stop.batches && batches_ >= *stop.batches);
}

void Simulation::sample() {
  samples_.push_back(
      {batches_, host_.now(), scanner_->counters(), cost_.checksums(), cost_.ksmd_cpu(), scanner_->pages_to_scan()});
}

void Simulation::take_fingerprint() {
  const KsmCounters c = scanner_->counters();
  for (const std::uint64_t word : {static_cast<std::uint64_t>(host_.now().ns), c.full_scans, c.pages_scanned,
                                   c.pages_skipped, c.pages_shared, c.pages_sharing, c.pages_unshared, c.pages_volatile,
                                   c.ksm_zero_pages, c.stable_node_chains, c.stable_node_dups, cost_.checksums()}) {
    fingerprint_ = mix64(fingerprint_ ^ word) + kSplitMixGamma;
  }
}

void Simulation::report_progress() const {
  if (!options_.progress) return;
  const StopSpec& stop = scenario_.stop;
  double done = 0;
  if (stop.full_scans && *stop.full_scans != 0 && host_.page_count() != 0) {
    done = static_cast<double>(visits_) /
           (static_cast<double>(*stop.full_scans) * static_cast<double>(host_.page_count()));
  }
  if (stop.batches && *stop.batches != 0) {
    done = std::max(done, static_cast<double>(batches_) / static_cast<double>(*stop.batches));
  }
  if (stop.time && stop.time->ns != 0) done = std::max(done, host_.now().seconds() / stop.time->seconds());
  Progress progress;
  progress.done = std::min(done, 1.0);
  options_.progress(progress);
}

PointResult Simulation::result() const {
  PointResult r;
  r.settings = point_.settings;
  r.scenario = scenario_;
  r.scenario.ksm.hash = hash_;
  r.simulated = end_;
  r.ended_early = ended_early_;
  r.batches = batches_;
  r.checksum = cost_.result(end_);
  r.counters = scanner_->counters();
  for (std::uint32_t i = 0; i < host_.vm_count(); ++i) {
    if (!host_.alive(VmId(i))) continue;
    const KsmProcessCounters c = scanner_->process_counters(VmId(i));
    r.vms.push_back({host_.name(VmId(i)), c.rmap_items, c.merging_pages, c.zero_pages, c.profit});
  }
  r.ksmd_cpu = cost_.ksmd_cpu();
  if (end_.ns > 0) r.ksmd_cpu_percent = 100 * r.ksmd_cpu.seconds() / end_.seconds();
  r.ksmd_cpu_is_checksums_only = cost_.checksums_only();
  r.rmap_item_bytes = scenario_.ksm.checksum_bits == 64 ? 72 : 64;
  r.events = event_results_;
  r.samples = samples_;
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(fingerprint_));
  r.fingerprint = text;
  r.meta.visits = visits_;
  return r;
}

}  // namespace ksmsim
