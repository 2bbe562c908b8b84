#include "live_run.h"

#include <sys/mman.h>

#include <algorithm>

#include "ksm_settings.h"
#include "ksmsim/engine/timer_wheel.h"
#include "ksmsim/experiment/set_tunables.h"
#include "ksmsim/live/live.h"
#include "machine.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kSamplesAtFirst = 1 << 16;  // more make pages of ours, on the CPU of the VMs

/// What a page of ours becomes when it is written to first after a fork is a new page, on the CPU whose LRU batch is to
/// be left alone. Locking writes to all of them now.
void own_all_pages() {
  if (mlockall(MCL_CURRENT) == 0) munlockall();
}

}  // namespace

LiveRun::LiveRun(const SweepPoint& point, const RunOptions& options, const SysfsDir& ksm, Host memory,
                 const std::vector<int>& attach, Schedule* schedule, bool paced)
    : point_(point),
      scenario_(point.scenario),
      options_(options),
      kernel_(kernel_traits(scenario_.host.kernel)),
      ksm_(ksm),
      memory_(std::move(memory)),
      changes_(memory_),
      schedule_(schedule),
      pace_(paced, options.stop),
      ksmd_(ksm, options.stop),
      timeline_(scenario_) {
  for (std::uint32_t i = 0; i < memory_.vm_count(); ++i) {
    if (attach.empty()) {
      vms_.emplace_back(memory_, VmId(i));
    } else {
      vms_.emplace_back(memory_, VmId(i), attach[i]);
    }
  }
}

void LiveRun::write_settings() {
  write_defaults(ksm_);
  set_tunables(scenario_.ksm, "this machine's kernel",
               [this](const std::string& name, const std::string& value) { return set_tunable(name, value); });
}

void LiveRun::set_up() {
  write_settings();
  samples_.reserve(std::min(scenario_.stop.batches.value_or(kSamplesAtFirst), kSamplesAtFirst) + 1);
  event_results_.reserve(scenario_.events.size());
  scanned_at_start_ = ksm_.number("pages_scanned");
  skipped_at_start_ = ksm_.number("pages_skipped");
  own_all_pages();
  for (const std::uint32_t vm : timeline_.vms_at_start()) start_vm(vm);
}

PointResult LiveRun::run() {
  set_up();
  timeline_.play(options_.stop, [this](const Happening& happening) { happen(happening); });
  return result();
}

void LiveRun::happen(const Happening& h) {
  pass_time();
  switch (h.what) {
    case Happening::What::batch:
      return ksmd_batch(h);
    case Happening::What::scripted:
      return scripted(scenario_.events[h.number]);
    case Happening::What::vm_starts:
      return start_vm(static_cast<std::uint32_t>(h.number));
    case Happening::What::sample:
      sample();
      return timeline_.plan_next_sample();
    case Happening::What::page_changes:
    case Happening::What::replay:
      return;  // not planned here: pass_time() has written them
  }
}

void LiveRun::wake_if_idle() {
  if (!timeline_.batch_planned() && running()) timeline_.plan_batch(timeline_.now());
}

bool LiveRun::anybody_registered() const {
  return std::any_of(vms_.begin(), vms_.end(), [](const LiveVm& vm) { return vm.registered(); });
}

/// May a batch come? Once ksmd is parked, not without a process to scan.
bool LiveRun::running() const { return run_ == 1 && (!ksmd_.parked() || anybody_registered()); }

/// Wakes ksmd. If nobody living is left to scan it may find nothing to do at all; what it did find, processes that have
/// ended, it leaves behind with the end of a full scan.
bool LiveRun::batch_comes() {
  const bool somebody = anybody_registered();
  const std::int64_t scans = ksm_.number("full_scans");
  if (!ksmd_.wake()) return false;
  if (!somebody && ksm_.number("full_scans") == scans) {
    ksmd_.park();
    return false;
  }
  if (!anybody_registered()) ksmd_.hold();
  return true;
}

void LiveRun::ksmd_batch(const Happening& batch) {
  if (!timeline_.take_batch(batch) || !running()) return;
  const std::int64_t scans = ksm_.number("full_scans");
  const Duration cpu = ksmd_.cpu();
  if (!batch_comes()) return;
  const Duration took = std::max(ksmd_.cpu() - cpu, nanoseconds(1000));
  ksmd_cpu_ = ksmd_cpu_ + took;
  timeline_.lasts_until(timeline_.now() + took);
  const bool full_scan_ended = ksm_.number("full_scans") != scans;
  timeline_.batch_done(full_scan_ended);
  if (timeline_.sample_due(full_scan_ended)) sample();
  if (timeline_.stop_reached(static_cast<std::uint64_t>(ksm_.number("full_scans")))) return;
  timeline_.plan_batch(wake_up());
  timeline_.plan_after_batch(full_scan_ended);
  if (options_.progress && (pace_.on() || timeline_.batches() % 64 == 0)) report_progress();
}

/// After a batch that has just ended.
SimTime LiveRun::wake_up() {
  if (schedule_ != nullptr) {
    if (const auto t = schedule_->next()) return std::max(*t, timeline_.now());
  }
  if (sleep_millisecs_ == 0 && kernel_.sleep_zero_is_no_sleep) return timeline_.end();
  return timer_expiry(timeline_.end(), milliseconds(static_cast<std::int64_t>(sleep_millisecs_)), scenario_.host.hz);
}

void LiveRun::report_progress() const {
  Progress progress;
  progress.done = timeline_.done(static_cast<std::uint64_t>(ksm_.number("pages_scanned") - scanned_at_start_),
                                 memory_.page_count());
  options_.progress(progress);
}

KsmCounters LiveRun::counters() const {
  const auto value = [this](const char* name) { return static_cast<std::uint64_t>(ksm_.number(name)); };
  KsmCounters c;
  c.full_scans = value("full_scans");
  c.pages_scanned = value("pages_scanned") - static_cast<std::uint64_t>(scanned_at_start_);
  c.pages_skipped = value("pages_skipped") - static_cast<std::uint64_t>(skipped_at_start_);
  c.pages_shared = value("pages_shared");
  c.pages_sharing = value("pages_sharing");
  c.pages_unshared = value("pages_unshared");
  c.pages_volatile = value("pages_volatile");
  c.ksm_zero_pages = value("ksm_zero_pages");
  c.stable_node_chains = value("stable_node_chains");
  c.stable_node_dups = value("stable_node_dups");
  c.general_profit = ksm_.number("general_profit");
  return c;
}

void LiveRun::sample() {
  const auto pages_to_scan = static_cast<std::uint64_t>(ksm_.number("pages_to_scan"));
  samples_.push_back({timeline_.batches(), timeline_.now(), counters(), 0, ksmd_cpu_, pages_to_scan});
}

PointResult LiveRun::result() const {
  PointResult r;
  r.settings = point_.settings;
  r.scenario = scenario_;
  r.scenario.host.cpu = "host";
  r.scenario.ksm.hash = kernel_.hash;
  r.simulated = timeline_.end();
  r.ended_early = timeline_.ended_early();
  r.batches = timeline_.batches();
  r.checksum.hash = kernel_.hash;
  r.checksum.bits = 32;
  r.checksum.source = "measured";  // but for none: count 0
  r.counters = counters();
  for (const LiveVm& vm : vms_) {
    if (vm.alive()) r.vms.push_back(vm.result());
  }
  r.ksmd_cpu = ksmd_cpu_;
  if (r.simulated.ns > 0) r.ksmd_cpu_percent = 100 * ksmd_cpu_.seconds() / r.simulated.seconds();
  r.rmap_item_bytes = 64;
  r.events = event_results_;
  r.samples = samples_;
  r.not_told = columns_missing_here();
  r.not_told.emplace_back("checksums");
  r.meta.visits = r.counters.pages_scanned;
  return r;
}

}  // namespace ksmsim
