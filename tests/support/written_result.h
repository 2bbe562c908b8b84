#pragma once
// Results as write_json() writes them, and small ones that can be read back: their scenarios are real.
#include <sstream>
#include <string>

#include "ksmsim/config/load.h"
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

/// A point each of the axes' cross product; the figures are made up.
inline RunResult made_up_result(const std::string& more = "", const std::string& scenario = kSmallScenario) {
  RunResult result;
  const Scenario base = parse_scenario(scenario + more, "made-up.yaml");
  result.scenario = base;
  const std::vector<SweepAxis> axes = base.sweep;
  std::vector<std::vector<std::pair<std::string, std::string>>> settings(1);
  for (const SweepAxis& axis : axes) {
    auto longer = std::move(settings);
    settings.clear();
    for (const auto& one : longer) {
      for (const std::string& value : axis.values) {
        settings.push_back(one);
        settings.back().emplace_back(axis.key, value);
      }
    }
  }
  for (const auto& one : settings) {
    PointResult point = sample_point();
    point.settings = one;
    point.scenario = parse_scenario(scenario + more, "made-up.yaml", one);
    point.scenario.sweep.clear();
    result.points.push_back(std::move(point));
  }
  return result;
}

}  // namespace ksmsim
