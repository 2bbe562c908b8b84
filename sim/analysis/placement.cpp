#include "ksmsim/analysis/placement.h"

#include <algorithm>
#include <numeric>

#include "ksmsim/analysis/sharing_graph.h"
#include "ksmsim/base/error.h"
#include "placing.h"

namespace ksmsim {
namespace {

constexpr std::uint32_t kDraws = 1000;

void draw(PlacementStudy& study, HostFrames& frames, const PlacingRules& rules, std::uint64_t seed) {
  const RandomStream stream(seed, "placement/random");
  std::uint64_t counter = 0, sum = 0;
  for (study.draws = 0; study.draws < kDraws; ++study.draws) {
    const Placement placement = placement_of(random_lists(frames.vms(), rules, stream, counter), frames);
    if (!fits(placement, rules)) continue;
    ++study.draws_that_fit;
    sum += placement.total();
  }
  if (study.draws_that_fit != 0) study.random_mean = static_cast<double>(sum) / study.draws_that_fit;
}

/// What needs no search: all together need more than all hosts have, or one VM more than one has.
bool cannot_fit(HostFrames& frames, const PlacingRules& rules, std::uint64_t together) {
  if (rules.capacity < std::numeric_limits<std::uint64_t>::max() / rules.hosts() &&
      together > rules.capacity * rules.hosts()) {
    return true;
  }
  for (std::uint32_t vm = 0; vm < frames.vms(); ++vm) {
    if (frames.of({&vm, 1}) > rules.capacity) return true;
  }
  return false;
}

void find_best(PlacementStudy& study, HostFrames& frames, const PlacingRules& rules, std::uint64_t seed) {
  if (frames.vms() <= kMostExactVms) {
    study.exact = true;
    study.best = exact_placement(frames, rules);
  } else if (cannot_fit(frames, rules, study.together)) {
    study.exact = true;
  } else {
    study.best = searched_placement(frames, rules, seed);
  }
}

}  // namespace

PlacementStudy study_placement(const PointResult& point, const PlacementOptions& options) {
  require_sharing(point);
  if (options.hosts == 0) throw UsageError("hosts: expected 1 or more");
  PlacementStudy study;
  study.hosts = options.hosts;
  study.balanced = options.balanced;
  const std::optional<Bytes> capacity = options.capacity ? options.capacity : point.scenario.host.memory;
  if (capacity) study.capacity = capacity->pages();
  HostFrames frames(point);
  const std::uint32_t useful = std::max(std::min(options.hosts, frames.vms()), 1u);  // more would be empty
  const PlacingRules rules = placing_rules(frames.vms(), useful, options.balanced, study.capacity);
  std::vector<std::uint32_t> all(frames.vms());
  std::iota(all.begin(), all.end(), 0u);
  study.together = frames.of(all);
  for (const std::uint32_t& vm : all) study.apart += frames.of({&vm, 1});
  find_best(study, frames, rules, options.seed);
  study.first_fit_by_memory = first_fit(frames, rules, RoomFor::memory);
  study.first_fit_by_frames = first_fit(frames, rules, RoomFor::frames);
  draw(study, frames, rules, options.seed);
  return study;
}

}  // namespace ksmsim
