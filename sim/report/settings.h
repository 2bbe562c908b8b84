#pragma once
// What a sweep set, as labels of its points.
#include <string>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// The last word of the axis' key ("hash" of ksm.hash), if no other axis of the point has the same.
std::string short_key(const PointResult& point, std::size_t axis);

}  // namespace ksmsim
