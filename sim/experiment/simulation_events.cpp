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
  if (event.what == EventSpec::What::kill) {
    scanner_->vm_exits(vm);
    host_.exit_vm(vm);
    return 0;
  }
  const Region& region = host_.regions(vm)[event.region];
  const PageIndex first(region.first.value + static_cast<std::uint32_t>(event.first_page));
  return apply_to_pages(event, first, static_cast<std::uint32_t>(event.last_page - event.first_page + 1));
}

Errno Simulation::apply_to_pages(const EventSpec& event, PageIndex first, std::uint32_t count) {
  switch (event.what) {
    case EventSpec::What::write:
      write_pages(event, first, count);
      break;
    case EventSpec::What::discard:
      host_.discard(first, count);
      break;
    case EventSpec::What::unmap:
      host_.unmap(first, count);
      break;
    case EventSpec::What::unmergeable:
      host_.unmergeable(first, count);
      break;
    case EventSpec::What::mergeable:
      host_.mergeable(first, count);
      scanner_->register_vm(VmId(event.vm));
      break;
    case EventSpec::What::kill:
    case EventSpec::What::set:
      break;
  }
  return 0;
}

void Simulation::write_pages(const EventSpec& event, PageIndex first, std::uint32_t count) {
  for (std::uint32_t n = 0; n < count; ++n) {
    host_.write(PageIndex(first.value + n), written_content(event, n));
  }
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
