#include "live_run.h"

#include <sys/mman.h>

#include <algorithm>

#include "ksm_settings.h"
#include "ksmsim/engine/timer_wheel.h"
#include "machine.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kSamplesAtFirst = 4096;

/// What a page of ours becomes when it is written to first after a fork is a new page, on the CPU whose LRU batch is to
/// be left alone. Locking writes to all of them now.
void own_all_pages() {
  if (mlockall(MCL_CURRENT) == 0) munlockall();
}

}  // namespace

LiveRun::LiveRun(const SweepPoint& point, const RunOptions& options, const SysfsDir& ksm, const Host& layout)
    : point_(point),
      scenario_(point.scenario),
      options_(options),
      kernel_(kernel_traits(scenario_.host.kernel)),
      ksm_(ksm),
      pages_(layout.page_count()),
      ksmd_(ksm, options.stop) {
  for (std::uint32_t i = 0; i < layout.vm_count(); ++i) vms_.emplace_back(layout, VmId(i));
}

void LiveRun::write_settings() {
  write_defaults(ksm_);
  for (const auto& [name, value] : scenario_.ksm.tunables) {
    // A knob that the kernel does not have may be given as off: one scenario for several kernels.
    if (const Errno refused = set_tunable(name, value); refused != 0 && value != "0") {
      throw UsageError("ksm." + name + ": this machine's kernel refuses '" + value + "'");
    }
  }
}

void LiveRun::set_up() {
  write_settings();
  samples_.reserve(std::min(scenario_.stop.batches.value_or(kSamplesAtFirst), kSamplesAtFirst) + 1);
  event_results_.reserve(scenario_.events.size());
  scanned_at_start_ = ksm_.number("pages_scanned");
  skipped_at_start_ = ksm_.number("pages_skipped");
  own_all_pages();
  schedule_start();
}

void LiveRun::schedule_start() {
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

PointResult LiveRun::run() {
  set_up();
  while (!stopped_) {
    if (options_.stop.stop_requested()) throw Interrupted();
    if (scenario_.stop.time && (queue_.empty() || queue_.next_time() > SimTime{} + *scenario_.stop.time)) {
      end_ = std::max(end_, SimTime{} + *scenario_.stop.time);
      break;
    }
    const auto event = queue_.pop();
    if (!event) break;
    end_ = std::max(end_, event->time);
    happen(event->payload);
  }
  return result();
}

void LiveRun::happen(const Happening& h) {
  switch (h.what) {
    case Happening::What::batch:
      return ksmd_batch(h.number);
    case Happening::What::scripted:
      return scripted(scenario_.events[h.number]);
    case Happening::What::vm_starts:
      return start_vm(static_cast<std::uint32_t>(h.number));
    case Happening::What::sample:
      sample();
      queue_.schedule(queue_.now() + scenario_.sample.duration, Phase::sample, h);
  }
}

void LiveRun::schedule_batch(SimTime t) {
  queue_.schedule(t, Phase::ksmd, {Happening::What::batch, ++batch_schedule_});
  batch_scheduled_ = true;
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

void LiveRun::ksmd_batch(std::uint64_t schedule) {
  if (schedule != batch_schedule_) return;
  batch_scheduled_ = false;
  if (!running()) return;
  const std::int64_t scans = ksm_.number("full_scans");
  const Duration cpu = ksmd_.cpu();
  if (!batch_comes()) return;
  ++batches_;
  const Duration took = std::max(ksmd_.cpu() - cpu, nanoseconds(1000));
  ksmd_cpu_ = ksmd_cpu_ + took;
  end_ = queue_.now() + took;
  const bool full_scan_ended = ksm_.number("full_scans") != scans;
  if (scenario_.sample.every == SampleSpec::Every::batch ||
      (scenario_.sample.every == SampleSpec::Every::full_scan && full_scan_ended)) {
    sample();
  }
  stopped_ = stop_reached();
  if (stopped_) return;
  const bool no_sleep = sleep_millisecs_ == 0 && kernel_.sleep_zero_is_no_sleep;
  const Duration sleep = milliseconds(static_cast<std::int64_t>(sleep_millisecs_));
  schedule_batch(no_sleep ? end_ : timer_expiry(end_, sleep, scenario_.host.hz));
  after_batch(full_scan_ended);
  if (options_.progress && batches_ % 64 == 0) report_progress();
}

void LiveRun::report_progress() const {
  const StopSpec& stop = scenario_.stop;
  const double scanned = static_cast<double>(ksm_.number("pages_scanned") - scanned_at_start_);
  const auto share = [](double part, double whole) { return whole > 0 ? part / whole : 0; };
  Progress progress;
  if (stop.full_scans) progress.done = share(scanned, static_cast<double>(*stop.full_scans * pages_));
  if (stop.batches) {
    progress.done = std::max(progress.done, share(static_cast<double>(batches_), static_cast<double>(*stop.batches)));
  }
  if (stop.time) progress.done = std::max(progress.done, share(end_.seconds(), stop.time->seconds()));
  progress.done = std::min(progress.done, 1.0);
  options_.progress(progress);
}

void LiveRun::after_batch(bool full_scan_ended) {
  const auto scans = static_cast<std::uint64_t>(ksm_.number("full_scans"));
  for (std::size_t i = 0; i < scenario_.events.size(); ++i) {
    const EventSpec& event = scenario_.events[i];
    const bool due = (event.when == EventSpec::When::after_batch && event.count == batches_) ||
                     (event.when == EventSpec::When::after_full_scan && full_scan_ended && event.count == scans);
    if (due) queue_.schedule(queue_.now(), Phase::scripted, {Happening::What::scripted, i});
  }
  for (std::uint32_t i = 0; i < scenario_.vms.size(); ++i) {
    if (scenario_.vms[i].start_after_batch != batches_) continue;
    queue_.schedule(queue_.now(), Phase::vm_start, {Happening::What::vm_starts, i});
  }
}

bool LiveRun::stop_reached() const {
  const StopSpec& stop = scenario_.stop;
  return (stop.full_scans && static_cast<std::uint64_t>(ksm_.number("full_scans")) >= *stop.full_scans) ||
         (stop.batches && batches_ >= *stop.batches);
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

void LiveRun::sample() { samples_.push_back({batches_, queue_.now(), counters(), 0, ksmd_cpu_}); }

PointResult LiveRun::result() const {
  PointResult r;
  r.settings = point_.settings;
  r.scenario = scenario_;
  r.scenario.host.cpu = "host";
  r.scenario.ksm.hash = kernel_.hash;
  r.simulated = end_;
  r.batches = batches_;
  r.checksum.hash = kernel_.hash;
  r.checksum.bits = 32;
  r.checksum.source = "measured";  // but for none: count 0
  r.counters = counters();
  for (const LiveVm& vm : vms_) {
    if (vm.alive()) r.vms.push_back(vm.result());
  }
  r.ksmd_cpu = ksmd_cpu_;
  if (end_.ns > 0) r.ksmd_cpu_percent = 100 * ksmd_cpu_.seconds() / end_.seconds();
  r.rmap_item_bytes = 64;
  r.events = event_results_;
  r.samples = samples_;
  r.meta.visits = r.counters.pages_scanned;
  return r;
}

}  // namespace ksmsim
