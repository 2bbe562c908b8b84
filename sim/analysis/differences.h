#pragma once
// Keys in which scenarios and the ways of costing them differ.
#include <vector>

#include "ksmsim/analysis/compare.h"

namespace ksmsim {

/// One point of each alternative. Texts about a scenario (description, published figures), its sweep and, with
/// `repeats`, its seed are left out.
std::vector<Difference> differences_of(const std::vector<const PointResult*>& points, bool repeats);

}  // namespace ksmsim
