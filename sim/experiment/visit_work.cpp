#include "ksmsim/experiment/visit_work.h"

#include "ksmsim/base/units.h"
#include "ksmsim/cost/tree_walk.h"

namespace ksmsim {
namespace {

double number(std::uint64_t n) { return static_cast<double>(n); }

/// Of one tree, in a batch.
double steps(std::uint64_t steps, std::uint64_t searches) {
  return weighted_steps(number(steps) / BatchWork::kSteps, number(searches));
}

}  // namespace

VisitAmounts visit_amounts(const BatchWork& work, const KernelTraits& kernel) {
  const double pages = number(work.equal_in_tree + work.merge_compares) + number(work.prefix_bytes) / kPageSize;
  const double stable = steps(work.stable_steps, work.stable_searches);
  const double unstable = steps(work.unstable_steps, work.unstable_searches);
  return {number(work.visits),
          number(work.skipped),
          number(work.merged),
          work.steps_by_checksum ? 0 : stable,
          work.steps_by_checksum ? 0 : unstable,
          work.steps_by_checksum ? stable + unstable : 0,
          number(work.table_lookups),
          kernel.compares_bytewise ? 0 : pages,
          kernel.compares_bytewise ? pages : 0,
          number(work.joined),
          number(work.paired),
          number(work.zero_merged),
          number(work.split),
          1};
}

}  // namespace ksmsim
