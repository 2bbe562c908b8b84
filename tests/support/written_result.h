#pragma once
// Results as write_json() writes them, and small ones that can be read back: their scenarios are real.
#include <sstream>
#include <string>

#include "ksmsim/config/sweep_points.h"
#include "ksmsim/report/report.h"
#include "sample_results.h"

namespace ksmsim {

inline std::string written(const RunResult& result) {
  std::ostringstream out;
  write_json(result, {"0.1.0", "a CPU", "6.1.0", "2030-01-01T00:00:00Z"}, out);
  return out.str();
}

inline const char* const kSmallScenario =
    "name: small\n"
    "host: {memory: 1GiB, kernel: \"4.14\"}\n"
    "ksm: {pages_to_scan: 200, hash: xxh64}\n"
    "vms: [{name: vm, count: 2, regions: [{pages: \"1..3 0*40\"}]}]\n"
    "stop: {full_scans: 2}\n";

/// The points of the scenario's sweep; the figures are made up.
inline RunResult made_up_result(const std::string& more = "", const std::string& scenario = kSmallScenario) {
  RunResult result;
  const SweepPoints points(scenario + more, "made-up.yaml");
  result.scenario = points.scenario();
  for (std::size_t i = 0; i < points.size(); ++i) {
    PointResult point = sample_point();
    SweepPoint made = points.point(i);
    point.settings = std::move(made.settings);
    point.ksmd_shares = {{"checksum", 1000, Duration{2'000'000}}, {"stable_step", 12.5, Duration{500'000}}};
    point.scenario = std::move(made.scenario);
    if (!point.scenario.ksm.hash.empty()) point.checksum.hash = point.scenario.ksm.hash;
    result.points.push_back(std::move(point));
  }
  return result;
}

}  // namespace ksmsim
