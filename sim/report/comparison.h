#pragma once
// Blocks about several points: the axes of a sweep against what came out.
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

/// A row a point: what checksums took, beside the published figures if there are any.
Block checksum_comparison(const RunResult& result);
/// "a is 84.54 % below b (published 84.54 %, deviation 0.00)", for each such published figure.
Block percent_below(const RunResult& result);
/// Simulated time and memory: once if they are equal for all points, else a row a point.
void add_memory_comparison(const RunResult& result, Document& document);

}  // namespace ksmsim
