// What happens to the VMs of a live run between two batches.
#include <cerrno>
#include <cstdlib>
#include <limits>

#include "ksmsim/experiment/build_host.h"
#include "live_run.h"

namespace ksmsim {

/// Pages that changed by now have been written to, in the order of the changes: a page that was merged becomes a new
/// one. With a pace, each at its time but for some milliseconds.
void LiveRun::pass_time() {
  constexpr Duration kSlice = milliseconds(10);
  while (pace_.on() && !changes_.empty() && memory_.now() + kSlice < timeline_.now()) {
    const SimTime step = memory_.now() + kSlice;
    pace_.wait_until(step);
    memory_.advance(step);
    change_pages();
  }
  pace_.wait_until(timeline_.now());
  memory_.advance(timeline_.now());
  change_pages();
}

void LiveRun::change_pages() {
  LiveVm* writer = nullptr;
  while (const auto page = changes_.next(memory_)) {
    LiveVm& vm = vms_[memory_.vm_of(*page).value];
    if (writer != nullptr && writer != &vm) writer->flush();
    writer = &vm;
    vm.write(*page, memory_.content(*page));
  }
  if (writer != nullptr) writer->flush();
}

void LiveRun::start_vm(std::uint32_t number) {
  memory_.start_vm(VmId(number));
  changes_.add_vm(memory_, VmId(number));
  vms_[number].start();
  wake_if_idle();
}

void LiveRun::scripted(const EventSpec& event) {
  const bool setting = event.what == EventSpec::What::set;
  const Errno refused = setting ? set_tunable(event.tunable, event.value) : vms_[event.vm].apply(event);
  if (!setting && refused == 0) apply_to_host(event, memory_);
  event_results_.push_back({timeline_.batches(), timeline_.now(), event.text, errno_name(refused)});
  wake_if_idle();
}

Errno LiveRun::set_tunable(const std::string& name, const std::string& value) {
  if (name == "run") return set_run(value);
  if (name == "sleep_millisecs") return set_sleep(value);
  return ksm_.write(name, value);
}

/// While the kernel's `run` is held, the next batch writes 1.
Errno LiveRun::set_run(const std::string& value) {
  if (value != "0" && value != "1" && value != "2") return EINVAL;
  const bool withheld = ksmd_.held() && value == "1";
  const Errno refused = withheld ? 0 : ksm_.write("run", value);
  run_ = refused == 0 ? std::atoi(value.c_str()) : 0;
  return refused;
}

/// The kernel's own setting is what wakes ksmd; a change of it would, as here.
Errno LiveRun::set_sleep(const std::string& value) {
  char* end = nullptr;
  errno = 0;
  const std::uint64_t wanted = std::strtoull(value.c_str(), &end, 10);
  const bool digits = !value.empty() && value.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || errno != 0 || wanted > std::numeric_limits<std::uint32_t>::max()) return EINVAL;
  const bool changed = wanted != sleep_millisecs_;
  sleep_millisecs_ = wanted;
  if (changed && kernel_.sleep_zero_is_no_sleep && running()) timeline_.plan_batch(timeline_.now());
  return 0;
}

}  // namespace ksmsim
