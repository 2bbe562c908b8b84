#include "ksmsim/live/live.h"

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "attached.h"
#include "guardian.h"
#include "ksmsim/experiment/build_host.h"
#include "live_run.h"
#include "machine.h"
#include "machine_settings.h"

namespace ksmsim {
namespace {

void check_vm(const Host& memory, VmId vm) {
  for (const Region& region : memory.regions(vm)) {
    if (!region.huge_pages || huge_pages_here()) continue;
    throw UsageError("VM '" + memory.name(vm) + "': this machine's huge pages are off");
  }
}

/// Does it matter when ksmd's batches come?
bool has_times(const Scenario& scenario, const Host& memory) {
  const auto at = [](const EventSpec& e) { return e.when == EventSpec::When::at; };
  const auto starts_at = [](const VmSpec& vm) { return !vm.start_after_batch && vm.start.ns != 0; };
  return scenario.stop.time || scenario.sample.every == SampleSpec::Every::duration ||
         std::any_of(scenario.events.begin(), scenario.events.end(), at) ||
         std::any_of(scenario.vms.begin(), scenario.vms.end(), starts_at) || changing_pages(memory) != 0;
}

std::uint64_t present_pages(const Host& memory) {
  std::uint64_t pages = 0;
  for (std::uint32_t i = 0; i < memory.page_count(); ++i) {
    if (memory.page(PageIndex(i)).state == PageState::anon) ++pages;
  }
  return pages;
}

/// Nothing is merged and ksmd stands still; the next scan is the first.
void start_clean(const SysfsDir& ksm, const LiveOptions& live) {
  const std::string users = other_users(live.attach);
  if (!users.empty() && !live.force) {
    throw UsageError("other processes use KSM: " + users + "; --force plays the scenario with them");
  }
  ksm.write("run", "0");
  if (const Errno refused = ksm.write("run", "2"); refused != 0) {
    throw Error("KSM's pages cannot be unmerged: " + errno_name(refused));
  }
  if (ksm.number("pages_shared") != 0) throw Error("KSM still shares pages after all of them were to be unmerged");
}

/// What a ksmsim that was killed together with its guardian has left behind.
void recover(const SysfsDir& ksm, const SettingsFile& file, const LiveOptions& live) {
  const auto saved = file.read(ksm);
  if (!saved) return;
  restore_machine(ksm, *saved);
  file.remove();
  if (live.notice) live.notice("a ksmsim that was killed left KSM's settings changed; they are restored");
}

/// UsageError for what cannot be played on a real kernel.
void check_playable(const Scenario& scenario, const ScenarioTraces& traces) {
  if (scenario.ksm.scanner != "ksm") {
    throw UsageError("ksm.scanner: a real kernel has no scanner '" + scenario.ksm.scanner + "'");
  }
  for (const VmSpec& vm : scenario.vms) {
    if (vm.trace && traces.vm(*vm.trace).trace.snapshots.size() > 1) {
      throw UsageError("VM '" + vm.name + "': a trace of several snapshots cannot be played on a real kernel");
    }
  }
}

/// UsageError if this machine cannot make the VMs' memory.
void check_makeable(const Host& memory) {
  for (std::uint32_t i = 0; i < memory.vm_count(); ++i) check_vm(memory, VmId(i));
  check_memory(present_pages(memory));
}

/// What is to be simulated meanwhile for the times of its batches, if they matter.
std::optional<Scenario> simulated_ahead(const Scenario& here, const Host& memory, const LiveOptions& live) {
  if (!has_times(here, memory)) return std::nullopt;
  Scenario ahead = here;
  if (!live.schedule_kernel.empty()) ahead.host.kernel = live.schedule_kernel;
  check_runnable(ahead);
  return ahead;
}

void tell_if_behind(Duration most, const LiveOptions& live) {
  constexpr Duration kWorthSaying = milliseconds(1000);
  if (most.ns < kWorthSaying.ns || !live.notice) return;
  const std::string tenths = std::to_string(most.ns / 100'000'000);
  live.notice("this machine did not keep up with the scenario: up to " + tenths.substr(0, tenths.size() - 1) + "." +
              tenths.back() + " s behind its times");
}

/// On the last CPU, together with ksmd.
PointResult play(const SweepPoint& point, const RunOptions& options, const LiveOptions& live, const SysfsDir& ksm,
                 pid_t ksmd, Host memory) {
  const int cpu = last_cpu();
  const std::optional<Scenario> ahead = simulated_ahead(point.scenario, memory, live);
  std::optional<Schedule> schedule;
  if (ahead) schedule.emplace(*ahead, cpu);
  take_cpu(ksmd, cpu, 2);  // above us: a write that wakes it returns when its batch is done
  const OnOneCpu ours(cpu, 1);
  LiveRun run(point, options, ksm, std::move(memory), live.attach, schedule ? &*schedule : nullptr, ahead && live.wait);
  PointResult result = run.run();
  tell_if_behind(run.most_behind(), live);
  return result;
}

}  // namespace

PointResult run_live(const SweepPoint& point, const RunOptions& options, const LiveOptions& live) {
  if (const std::string why = why_not_live(); !why.empty()) throw UsageError(why);
  const auto start = std::chrono::steady_clock::now();
  SweepPoint here = point;
  here.scenario.host.kernel = kernel_here();
  const ScenarioTraces traces(here.scenario);
  Host memory = build_host(here.scenario, {}, traces);
  check_playable(here.scenario, traces);
  std::optional<AttachedProcesses> attached;
  if (live.attach.empty()) {
    check_makeable(memory);
  } else {
    check_attachable(here.scenario, memory);
    attached.emplace(live.attach, memory.vm_count());
  }

  const MachineLock lock;
  const SysfsDir ksm(kKsmDirectory);
  const SettingsFile file(lock.folder() + "/ksmsim-live.settings");
  recover(ksm, file, live);
  const MachineSettings saved = save_machine(ksm);
  file.write(saved);
  const Guardian guardian([ksm, saved, file] {
    restore_machine(ksm, saved);
    file.remove();
  });
  start_clean(ksm, live);
  PointResult result = play(here, options, live, ksm, saved.ksmd.thread, std::move(memory));
  if (attached) attached->check_alive();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.meta.wall_seconds = wall.count();
  result.meta.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

}  // namespace ksmsim
