#include "ksmsim/experiment/run.h"

#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <optional>

#include "ksmsim/base/plugin.h"
#include "ksmsim/content/content_model.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/experiment/build_host.h"
#include "ksmsim/experiment/scenario_profile.h"
#include "simulation.h"

namespace ksmsim {

namespace {

/// MemAvailable, or nothing where the system does not tell.
std::optional<Bytes> available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  std::string word;
  while (meminfo >> word) {
    std::uint64_t kibibytes = 0;
    if (word == "MemAvailable:" && meminfo >> kibibytes) return kib(kibibytes);
  }
  return std::nullopt;
}

/// A run would end out of memory long after it began, so it is refused before. The trees come on top of what is counted
/// here: what is refused does not fit.
void check_memory(const Scenario& scenario, const ScenarioTraces& traces) {
  constexpr std::uint64_t kBytesPerPage = 32;
  const std::uint64_t pages = page_count(scenario, traces);
  const std::optional<Bytes> available = available_memory();
  if (!available || pages * kBytesPerPage <= available->count) return;
  throw UsageError("the VMs' " + std::to_string(pages) + " pages take " + std::to_string(kBytesPerPage) +
                   " bytes each to simulate, " + std::to_string(pages * kBytesPerPage >> 20) +
                   " MiB; this machine has " + std::to_string(available->count >> 20) + " MiB free");
}

/// The reader of scenarios does not know a trace's regions.
void check_events(const Scenario& scenario, const ScenarioTraces& traces) {
  for (const EventSpec& event : scenario.events) {
    using What = EventSpec::What;
    if (event.what == What::kill || event.what == What::set || !scenario.vms[event.vm].trace) continue;
    const CapturedVm captured = traces.vm(*scenario.vms[event.vm].trace);
    const auto& regions = captured.regions();
    if (event.region >= regions.size()) {
      throw UsageError("event " + event.text + ": the VM has only " + std::to_string(regions.size()) + " regions");
    }
    if (event.last_page >= regions[event.region].pages.size()) {
      throw UsageError("event " + event.text + ": the region ends with page " +
                       std::to_string(regions[event.region].pages.size() - 1));
    }
  }
}

}  // namespace

void check_runnable(const Scenario& scenario) {
  TraceStore traces;
  check_runnable(scenario, traces);
}

void check_runnable(const Scenario& scenario, TraceStore& store) {
  const ScenarioTraces traces(scenario, store);
  check_memory(scenario, traces);
  check_events(scenario, traces);
  for (const VmSpec& vm : scenario.vms) {
    if (vm.contents) Registry<ContentModel>::make(vm.contents->name, vm.contents->params);
  }
  if (scenario.host.measures()) return refuse_measuring_32_bits(scenario.host);
  scenario_profile(scenario, choose_hash(scenario).hash);
}

PointResult run_point(const SweepPoint& point, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  TraceStore own;
  const ScenarioTraces traces(point.scenario, options.traces ? *options.traces : own);
  Simulation simulation(point, options, traces);
  PointResult result = simulation.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.meta.wall_seconds = wall.count();
  result.meta.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  result.meta.visits_per_second = static_cast<double>(result.meta.visits) / wall.count();
  return result;
}

void tell_findings(RunResult& result) {
  if (result.scenario.sweep.empty() && result.scenario.ksm.hash == "fastest" && !result.points.empty()) {
    result.scenario.ksm.hash = result.points.front().checksum.hash;
  }
  for (std::size_t i = 0; i < result.scenario.vms.size() && !result.points.empty(); ++i) {
    if (result.scenario.vms[i].trace) result.scenario.vms[i].memory = result.points.front().scenario.vms[i].memory;
  }
}

RunResult run_points(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                     const PointRunner& run) {
  RunResult result;
  result.scenario = scenario;
  const auto traces = options.traces ? options.traces : std::make_shared<TraceStore>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    RunOptions of_point = options;
    of_point.traces = traces;
    if (options.progress) {
      of_point.progress = [&, i](const Progress& p) {
        Progress whole = p;
        whole.point = i;
        whole.points = points.size();
        options.progress(whole);
      };
    }
    result.points.push_back(run(points[i], of_point));
  }
  tell_findings(result);
  return result;
}

}  // namespace ksmsim
