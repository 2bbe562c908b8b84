#include "ksmsim/experiment/visit_work.h"

#include <algorithm>

#include "ksmsim/base/units.h"

namespace ksmsim {
namespace {

/// Of a tree, so many levels stay in some cache; below them a step waits for memory several times over, and counts as
/// so many more. Both are what fits ksmd's time over trees of 1,000 to 400,000 pages best.
constexpr double kCachedLevels = 14, kColdMore = 2;

double number(std::uint64_t n) { return static_cast<double>(n); }

/// Steps of the searches of a batch, taken to be as deep as each other.
double weighted_steps(std::uint64_t steps, std::uint64_t searches) {
  if (searches == 0) return 0;
  const double all = number(steps) / BatchWork::kSteps;
  return all + kColdMore * std::max(0.0, all - kCachedLevels * number(searches));
}

}  // namespace

VisitAmounts visit_amounts(const BatchWork& work, const KernelTraits& kernel) {
  const double pages = number(work.equal_in_tree + work.merge_compares) + number(work.prefix_bytes) / kPageSize;
  return {number(work.visits),
          number(work.skipped),
          number(work.merged),
          weighted_steps(work.stable_steps, work.stable_searches),
          weighted_steps(work.unstable_steps, work.unstable_searches),
          kernel.compares_bytewise ? 0 : pages,
          kernel.compares_bytewise ? pages : 0,
          number(work.joined),
          number(work.paired),
          number(work.zero_merged),
          number(work.split),
          1};
}

}  // namespace ksmsim
