#include "simulation.h"

#include <algorithm>
#include <cstdio>

#include "ksmsim/base/plugin.h"
#include "ksmsim/base/random.h"
#include "ksmsim/engine/timer_wheel.h"
#include "ksmsim/experiment/build_host.h"
#include "ksmsim/experiment/set_tunables.h"
#include "ksmsim/experiment/sharing.h"

namespace ksmsim {

Simulation::Simulation(const SweepPoint& point, const RunOptions& options, const ScenarioTraces& traces)
    : point_(point),
      scenario_(point.scenario),
      options_(options),
      kernel_(kernel_traits(scenario_.host.kernel)),
      hash_(choose_hash(scenario_)),
      host_(build_host(scenario_, kernel_.host_traits(scenario_.host.lru_batch), traces)),
      scanner_(Registry<DedupScanner>::make(scenario_.ksm.scanner)),
      cost_(scenario_, hash_),
      timeline_(scenario_) {
  for (std::uint32_t i = 0; i < host_.vm_count(); ++i) {
    replays_.push_back({TraceReplay(scenario_.seed, VmId(i), seen_changes(scenario_, traces, host_, VmId(i))), {}});
  }
}

void Simulation::set_up() {
  scanner_->start(host_, scenario_.host.kernel);
  scanner_->use_hash(hash_.hash, scenario_.ksm.checksum_bits);
  set_tunables(scenario_.ksm, "Linux " + scenario_.host.kernel,
               [this](const std::string& name, const std::string& value) { return scanner_->set(name, value); });
  for (const std::uint32_t vm : timeline_.vms_at_start()) start_vm(vm);
}

PointResult Simulation::run() {
  set_up();
  timeline_.play(options_.stop, [this](const Happening& happening) { happen(happening); });
  return result();
}

void Simulation::wake_if_idle() {
  if (!timeline_.batch_planned() && scanner_->running()) timeline_.plan_batch(host_.now());
}

SimTime Simulation::wake_up(SimTime batch_end) const {
  const std::uint64_t sleep = scanner_->sleep_millisecs();
  if (sleep == 0 && kernel_.sleep_zero_is_no_sleep) return batch_end;
  return timer_expiry(batch_end, milliseconds(static_cast<std::int64_t>(sleep)), scenario_.host.hz);
}

void Simulation::ksmd_batch(const Happening& batch) {
  if (!timeline_.take_batch(batch) || !scanner_->running()) return;
  const BatchWork work = scanner_->scan_batch(cost_.sink());
  timeline_.batch_done(work.full_scan_ended);
  if (options_.batch_work) options_.batch_work(work);
  visits_ += work.visits;
  timeline_.lasts_until(host_.now() + cost_.of(work));
  consult_advisor(work);
  for (const PageIndex page : host_.take_merged_changing()) {
    timeline_.plan(host_.next_change_of(page), Phase::guest, {Happening::What::page_changes, page.value});
  }
  take_fingerprint();
  if (timeline_.sample_due(work.full_scan_ended)) sample();
  if (timeline_.stop_reached(scanner_->counters().full_scans)) return;
  const SimTime next = wake_up(timeline_.end());
  timeline_.plan_batch(next);
  if (options_.next_batch) options_.next_batch(next);
  timeline_.plan_after_batch(work.full_scan_ended);
  if (timeline_.batches() % 64 == 0) report_progress();
  // With pages_to_scan 0 ksmd goes on for ever and no full scan ends.
  if (work.visits == 0 && !work.full_scan_ended && timeline_.only_batches_left()) timeline_.end_early();
}

/// A full scan begins with its first batch and ends at the end of its last. Boot is the start of the run.
void Simulation::consult_advisor(const BatchWork& work) {
  const std::optional<AdvisorSettings> settings = scanner_->advisor();
  if (!settings) return;
  if (work.full_scan_began) advisor_.full_scan_begins(host_.now());
  if (!work.full_scan_ended) return;
  const AdvisorLimits limits{settings->max_cpu, settings->max_pages_to_scan, settings->target_scan_time};
  scanner_->advise(advisor_.full_scan_ended(timeline_.end(), cost_.ksmd_cpu(), settings->pages_to_scan, limits));
}

void Simulation::sample() {
  samples_.push_back({timeline_.batches(), host_.now(), scanner_->counters(), cost_.checksums(), cost_.ksmd_cpu(),
                      scanner_->pages_to_scan()});
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
  Progress progress;
  progress.done = timeline_.done(visits_, host_.page_count());
  options_.progress(progress);
}

PointResult Simulation::result() const {
  PointResult r;
  r.settings = point_.settings;
  r.scenario = scenario_;
  r.scenario.ksm.hash = hash_.hash;
  tell_memory(r.scenario, host_);
  r.simulated = timeline_.end();
  r.ended_early = timeline_.ended_early();
  r.batches = timeline_.batches();
  r.checksum = cost_.result(r.simulated);
  r.counters = scanner_->counters();
  for (std::uint32_t i = 0; i < host_.vm_count(); ++i) {
    if (!host_.alive(VmId(i))) continue;
    const KsmProcessCounters c = scanner_->process_counters(VmId(i));
    r.vms.push_back({host_.name(VmId(i)), c.rmap_items, c.merging_pages, c.zero_pages, c.profit});
  }
  r.sharing = shared_contents(host_);
  r.ksmd_cpu = cost_.ksmd_cpu();
  if (r.simulated.ns > 0) r.ksmd_cpu_percent = 100 * r.ksmd_cpu.seconds() / r.simulated.seconds();
  r.ksmd_shares = cost_.shares();
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
