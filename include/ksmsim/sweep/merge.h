#pragma once
// From stores to one result: the same, however many there were and whoever ran what when.
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/read_result.h"
#include "ksmsim/sweep/plan.h"

namespace ksmsim {

struct Merged {
  RunResult result;                  ///< the points that are there, in the plan's order
  std::size_t points = 0;            ///< in the plan
  std::vector<std::string> missing;  ///< points not run yet, by what they set
  std::vector<std::string> failed;   ///< the same, with the reason
  std::size_t measured_twice = 0;    ///< points that stores measured differently; the first store's is taken
  bool complete() const { return missing.empty() && failed.empty(); }
};

/// Of points that are in several stores, the first's. UsageError if the stores are not of one plan. Error if two of
/// them tell different results of a point that was not measured: then one of them is wrong.
Merged merge_stores(const std::vector<std::string>& folders, const ReadOptions& options = {});
}  // namespace ksmsim
