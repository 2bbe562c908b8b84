// What happens to the VMs while ksmd scans them: the scenario's events, writes to merged pages, VMs that start.
#include <cerrno>

#include "ksmsim/experiment/build_host.h"
#include "simulation.h"

namespace ksmsim {

void Simulation::happen(const Happening& h) {
  host_.advance(timeline_.now());
  switch (h.what) {
    case Happening::What::batch:
      return ksmd_batch(h);
    case Happening::What::page_changes:
      return host_.change(PageIndex(static_cast<std::uint32_t>(h.number)));
    case Happening::What::scripted:
      return scripted(scenario_.events[h.number]);
    case Happening::What::vm_starts:
      return start_vm(static_cast<std::uint32_t>(h.number));
    case Happening::What::replay:
      return replay(static_cast<std::uint32_t>(h.number));
    case Happening::What::sample:
      sample();
      timeline_.plan_next_sample();
  }
}

void Simulation::start_vm(std::uint32_t number) {
  const VmId vm(number);
  host_.start_vm(vm);
  scanner_->register_vm(vm);
  wake_if_idle();
  replays_[number].start = host_.now();
  plan_replay(number);
}

void Simulation::replay(std::uint32_t number) {
  Replay& replay = replays_[number];
  if (!host_.alive(VmId(number))) return;
  replay.changes.play(host_, host_.now() - replay.start);
  plan_replay(number);
}

void Simulation::plan_replay(std::uint32_t number) {
  const Replay& replay = replays_[number];
  const std::optional<Duration> next = replay.changes.next();
  if (next) timeline_.plan(replay.start + *next, Phase::guest, {Happening::What::replay, number});
}

void Simulation::scripted(const EventSpec& event) {
  const Errno refused = apply(event);
  event_results_.push_back({timeline_.batches(), host_.now(), event.text, errno_name(refused)});
  wake_if_idle();
}

Errno Simulation::apply(const EventSpec& event) {
  if (event.what == EventSpec::What::set) return set_tunable(event);
  const VmId vm(event.vm);
  if (!host_.alive(vm)) return ESRCH;
  if (event.what == EventSpec::What::kill) scanner_->vm_exits(vm);
  apply_to_host(event, host_);
  if (event.what == EventSpec::What::mergeable) scanner_->register_vm(vm);
  return 0;
}

/// Since 5.0 a change of sleep_millisecs wakes ksmd. An advisor that is turned on remembers nothing.
Errno Simulation::set_tunable(const EventSpec& event) {
  const std::uint64_t sleep_before = scanner_->sleep_millisecs();
  if (!scanner_->advisor()) advisor_ = {};
  const Errno refused = scanner_->set(event.tunable, event.value);
  const bool woken = kernel_.sleep_zero_is_no_sleep && scanner_->sleep_millisecs() != sleep_before;
  if (woken && scanner_->running()) timeline_.plan_batch(host_.now());
  return refused;
}

}  // namespace ksmsim
