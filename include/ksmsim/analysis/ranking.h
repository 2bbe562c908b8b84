#pragma once
// Which points of a sweep are worth looking at first.
#include <cstddef>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Does `a` save more pages than `b`, or as many with less CPU time of ksmd?
bool saves_better(const PointResult& a, const PointResult& b);
/// Numbers of the `most` best points by that, best first; equal ones in their order.
std::vector<std::size_t> best_points(const RunResult& result, std::size_t most);

}  // namespace ksmsim
