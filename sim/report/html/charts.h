#pragma once
// The figures of the report, a file each. A figure that has nothing to show is not there.
#include <vector>

#include "chart.h"
#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Mean time of a checksum, with spread and published values; none if all points have the same.
std::vector<Chart> checksum_bars(const RunResult& result);
/// How the times of single checksums lie, where they were measured.
std::vector<Chart> checksum_histogram(const RunResult& result);
/// What is saved against ksmd's CPU time, a mark a point.
std::vector<Chart> savings_against_cpu(const RunResult& result);
/// Savings and CPU time over the two axes of a sweep that matter most.
std::vector<Chart> heat_maps(const RunResult& result);
/// Saved memory of several points, then the counters of each, over simulated time.
std::vector<Chart> timelines(const RunResult& result);
/// What became of each VM's pages in the end.
std::vector<Chart> vm_bars(const RunResult& result);
/// Who shares with whom.
std::vector<Chart> sharing_matrix(const RunResult& result);
/// What is shared, a row a kind.
Grid kinds_of_sharing(const PointResult& point);

}  // namespace ksmsim
