#include "ksmsim/live/live.h"

#include <sys/resource.h>

#include <chrono>

#include "guardian.h"
#include "ksmsim/experiment/build_host.h"
#include "live_run.h"
#include "machine.h"
#include "machine_settings.h"

namespace ksmsim {
namespace {

void check_vm(const Host& layout, VmId vm) {
  const std::string who = "VM '" + layout.name(vm) + "': ";
  for (std::uint32_t i = 0; i < layout.page_count(vm); ++i) {
    if (layout.page(PageIndex(layout.first_page(vm).value + i)).change_class == 0) continue;
    throw UsageError(who + "contents that change by themselves cannot be played on a real kernel");
  }
  for (const Region& region : layout.regions(vm)) {
    if (region.huge_pages && !huge_pages_here()) throw UsageError(who + "this machine's huge pages are off");
  }
}

std::uint64_t pages_of(const Scenario& scenario) {
  std::uint64_t pages = 0;
  for (const VmSpec& vm : scenario.vms) {
    if (vm.contents) pages += vm.memory.value_or(Bytes{}).pages();
    for (const RegionSpec& region : vm.regions) {
      for (const PageRun& run : region.pages) pages += run.kind == PageRun::Kind::absent ? 0 : run.count;
    }
  }
  return pages;
}

/// Nothing is merged and ksmd stands still; the next scan is the first.
void start_clean(const SysfsDir& ksm, const LiveOptions& live) {
  const std::string users = other_users();
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
void check_playable(const Scenario& scenario, const Host& layout) {
  if (scenario.ksm.scanner != "ksm") {
    throw UsageError("ksm.scanner: a real kernel has no scanner '" + scenario.ksm.scanner + "'");
  }
  for (std::uint32_t i = 0; i < layout.vm_count(); ++i) check_vm(layout, VmId(i));
}

}  // namespace

PointResult run_live(const SweepPoint& point, const RunOptions& options, const LiveOptions& live) {
  if (const std::string why = why_not_live(); !why.empty()) throw UsageError(why);
  const auto start = std::chrono::steady_clock::now();
  SweepPoint here = point;
  here.scenario.host.kernel = kernel_here();
  check_memory(pages_of(here.scenario));
  const Host layout = build_host(here.scenario, {});
  check_playable(here.scenario, layout);

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
  const int cpu = last_cpu();
  take_cpu(saved.ksmd.thread, cpu, 2);  // above us: a write that wakes it returns when its batch is done
  const OnOneCpu ours(cpu, 1);
  LiveRun run(here, options, ksm, layout);
  PointResult result = run.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.meta.wall_seconds = wall.count();
  result.meta.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return result;
}

}  // namespace ksmsim
