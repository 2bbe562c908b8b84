#include "ksmsim/experiment/run.h"

#include <sys/resource.h>

#include <chrono>

#include "ksmsim/dedup/kernel.h"
#include "simulation.h"

namespace ksmsim {

void check_runnable(const Scenario& scenario) {
  const KernelTraits& kernel = kernel_traits(scenario.host.kernel);
  const std::string hash = scenario.ksm.hash.empty() ? kernel.hash : scenario.ksm.hash;
  if (scenario.host.checksum_time == ChecksumTime::measured || scenario.host.measures_cpu()) return;
  scenario_profile(scenario, hash);
}

PointResult run_point(const SweepPoint& point, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  Simulation simulation(point, options);
  PointResult result = simulation.run();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  result.meta.wall_seconds = wall.count();
  result.meta.peak_memory_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  result.meta.visits_per_second = static_cast<double>(result.meta.visits) / wall.count();
  return result;
}

RunResult run_points(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options) {
  RunResult run;
  run.scenario = scenario;
  for (std::size_t i = 0; i < points.size(); ++i) {
    RunOptions of_point = options;
    if (options.progress) {
      of_point.progress = [&, i](const Progress& p) {
        Progress whole = p;
        whole.point = i;
        whole.points = points.size();
        options.progress(whole);
      };
    }
    run.points.push_back(run_point(points[i], of_point));
  }
  return run;
}

}  // namespace ksmsim
