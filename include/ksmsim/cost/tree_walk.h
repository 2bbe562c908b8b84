#pragma once
// How the steps of ways down a tree are counted, where a profile has a time for a step.
#include <algorithm>

namespace ksmsim {

/// Of a tree, so many levels stay in some cache; below them a step waits for memory several times over, and counts as
/// so many more. Both are what fits ksmd's time over trees of 1,000 to 400,000 pages best.
inline constexpr double kCachedLevels = 14, kColdMore = 2;

/// `steps` of `searches` that are taken to be as deep as each other.
constexpr double weighted_steps(double steps, double searches) {
  return steps + kColdMore * std::max(0.0, steps - kCachedLevels * searches);
}

}  // namespace ksmsim
