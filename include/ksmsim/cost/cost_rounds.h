#pragma once
// The same work of ksmd, measured several times: one run's times differ from the next one's by what else the machine
// did.
#include <vector>

#include "ksmsim/cost/cost_fit.h"

namespace ksmsim {

/// Rows of the same work, as long as each other; at least one round.
using CostRounds = std::vector<std::vector<CostRow>>;

/// Each row with the median of its times.
std::vector<CostRow> median_times(const CostRounds& rounds);
/// How far the rounds are from each other, from the least to the most in per cent of the middle: of each full scan.
std::vector<double> round_ranges(const CostRounds& rounds);

}  // namespace ksmsim
