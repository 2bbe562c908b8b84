#pragma once
// Ways to place VMs, and the rules that all of them keep.
#include <cstdint>
#include <limits>
#include <optional>

#include "host_frames.h"
#include "ksmsim/analysis/placement.h"
#include "ksmsim/base/random.h"

namespace ksmsim {

struct PlacingRules {
  std::vector<std::uint32_t> quotas;  ///< VMs that each host takes at most; balanced: exactly
  bool balanced = true;
  std::uint64_t capacity = std::numeric_limits<std::uint64_t>::max();  ///< frames of a host
  std::uint32_t hosts() const { return static_cast<std::uint32_t>(quotas.size()); }
};
PlacingRules placing_rules(std::uint32_t vms, std::uint32_t hosts, bool balanced,
                           std::optional<std::uint64_t> capacity);

using HostLists = std::vector<std::vector<std::uint32_t>>;
/// VMs ascending, hosts by their first VM; their frames.
Placement placement_of(HostLists lists, HostFrames& frames);
bool fits(const Placement& placement, const PlacingRules& rules);

enum class RoomFor { memory, frames };
std::optional<Placement> first_fit(HostFrames& frames, const PlacingRules& rules, RoomFor what);

HostLists random_lists(std::uint32_t vms, const PlacingRules& rules, const RandomStream& stream,
                       std::uint64_t& counter);

/// Every split is looked at, in 3^VMs steps a host; nothing if none fits.
inline constexpr std::uint32_t kMostExactVms = 12;
std::optional<Placement> exact_placement(HostFrames& frames, const PlacingRules& rules);

/// From first fit, from a greedy placement and from random ones, VMs move and change places while that helps. Never
/// worse than either first fit. Nothing if it found none that fits.
std::optional<Placement> searched_placement(HostFrames& frames, const PlacingRules& rules, std::uint64_t seed);

}  // namespace ksmsim
