// How long a run over captured memory takes once the trace is loaded: bench_replay SCENARIO [ROUNDS].
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"

int main(int argc, char** argv) {
  using namespace ksmsim;
  if (argc < 2) return 2;
  const SweepPoint point = load_points(argv[1]).front();
  RunOptions options;
  options.traces = std::make_shared<TraceStore>();
  std::vector<double> ms;
  PointResult result = run_point(point, options);  // also loads the trace
  for (int i = 0; i < (argc > 2 ? std::atoi(argv[2]) : 20); ++i) {
    result = run_point(point, options);
    ms.push_back(1e3 * result.meta.wall_seconds);
  }
  std::sort(ms.begin(), ms.end());
  std::printf("%s: %llu visits; ms a run: least %.1f, median %.1f, most %.1f\n", argv[1],
              static_cast<unsigned long long>(result.meta.visits), ms.front(), ms[ms.size() / 2], ms.back());
}
