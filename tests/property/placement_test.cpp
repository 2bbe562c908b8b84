// The best placements and pairs against all that there are.
#include <rapidcheck.h>

#include <algorithm>
#include <functional>

#include "../../sim/analysis/pairing.h"
#include "../../sim/analysis/placing.h"
#include "catch.h"
#include "ksmsim/analysis/sharing_graph.h"

using namespace ksmsim;
using What = SharedContents::What;

namespace {

std::uint32_t between(std::uint32_t from, std::uint32_t to) { return *rc::gen::inRange(from, to); }

/// VMs, each with pages of its own, and groups with any sets of holders, some of them folded.
PointResult any_point(std::uint32_t most_vms) {
  PointResult point;
  const std::uint32_t vms = between(1, most_vms + 1);
  for (std::uint32_t i = 0; i < vms; ++i) point.vms.push_back({"vm" + std::to_string(i), between(0, 50), 0, 0, 0});
  for (std::uint32_t n = between(0, 12); n > 0; --n) {
    SharedContents group{static_cast<What>(between(1, 5)), between(1, 100), {}};
    for (std::uint32_t vm = 0; vm < vms; ++vm) {
      if (between(0, 2) == 0) continue;
      const std::uint64_t pages = between(0, 4) == 0 ? between(1, 100) : group.contents + between(0, 3);
      group.holders.push_back({vm, pages});
      point.vms[vm].ksm_rmap_items += pages;
    }
    if (!group.holders.empty()) point.sharing.push_back(group);
  }
  return point;
}

PlacingRules any_rules(HostFrames& frames) {
  const std::uint32_t hosts = between(1, std::min(frames.vms(), 4u) + 1);
  std::optional<std::uint64_t> capacity;
  if (between(0, 2) == 0) capacity = between(20, 800);
  return placing_rules(frames.vms(), hosts, between(0, 2) == 0, capacity);
}

/// Visits all ways to give every VM a host.
void each_placement(std::uint32_t vms, std::uint32_t hosts, const std::function<void(const HostLists&)>& visit) {
  HostLists lists(hosts);
  const std::function<void(std::uint32_t)> place = [&](std::uint32_t vm) {
    if (vm == vms) return visit(lists);
    for (auto& list : lists) {
      list.push_back(vm);
      place(vm + 1);
      list.pop_back();
    }
  };
  place(0);
}

bool keeps_quotas(const HostLists& lists, const PlacingRules& rules) {
  if (!rules.balanced) return true;
  std::vector<std::uint32_t> sizes;
  for (const auto& list : lists) sizes.push_back(static_cast<std::uint32_t>(list.size()));
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes == rules.quotas;
}

std::optional<std::uint64_t> best_of_all(HostFrames& frames, const PlacingRules& rules) {
  std::optional<std::uint64_t> best;
  each_placement(frames.vms(), rules.hosts(), [&](const HostLists& lists) {
    if (!keeps_quotas(lists, rules)) return;
    std::uint64_t total = 0;
    for (const auto& list : lists) {
      const std::uint64_t used = frames.of(list);
      if (used > rules.capacity) return;
      total += used;
    }
    if (!best || total < *best) best = total;
  });
  return best;
}

/// All VMs placed once, hosts as full as they may be, and the frames are what they are said to be.
void assert_right(const std::optional<Placement>& placement, HostFrames& frames, const PlacingRules& rules) {
  if (!placement) return;
  std::vector<std::uint32_t> all;
  for (std::size_t host = 0; host < placement->hosts.size(); ++host) {
    all.insert(all.end(), placement->hosts[host].begin(), placement->hosts[host].end());
    RC_ASSERT(placement->frames[host] == frames.of(placement->hosts[host]));
  }
  std::sort(all.begin(), all.end());
  RC_ASSERT(all.size() == frames.vms());
  for (std::uint32_t vm = 0; vm < all.size(); ++vm) RC_ASSERT(all[vm] == vm);
  RC_ASSERT(fits(*placement, rules));
  RC_ASSERT(keeps_quotas(placement->hosts, rules));
}

std::uint64_t best_pairing(const SharingGraph& graph, std::vector<bool>& taken, std::uint32_t vm) {
  if (vm == graph.vms.size()) return 0;
  std::uint64_t best = best_pairing(graph, taken, vm + 1);
  if (taken[vm]) return best;
  for (std::uint32_t other = vm + 1; other < graph.vms.size(); ++other) {
    if (taken[other]) continue;
    taken[other] = true;
    best = std::max(best, edge_between(graph, vm, other).contents() + best_pairing(graph, taken, vm + 1));
    taken[other] = false;
  }
  return best;
}

}  // namespace

TEST_CASE("the exact placement is the best of all, and there is none only if none fits") {
  CHECK(rc::check("exact placement", [] {
    const PointResult point = any_point(7);
    HostFrames frames(point);
    const PlacingRules rules = any_rules(frames);
    const std::optional<Placement> placement = exact_placement(frames, rules);
    const std::optional<std::uint64_t> best = best_of_all(frames, rules);
    RC_ASSERT(placement.has_value() == best.has_value());
    if (placement) RC_ASSERT(placement->total() == *best);
    assert_right(placement, frames, rules);
  }));
}

TEST_CASE("a searched placement fits and is never worse than first fit") {
  CHECK(rc::check("searched placement", [] {
    const PointResult point = any_point(16);
    HostFrames frames(point);
    const PlacingRules rules = any_rules(frames);
    const std::optional<Placement> found = searched_placement(frames, rules, 1);
    assert_right(found, frames, rules);
    for (const RoomFor what : {RoomFor::memory, RoomFor::frames}) {
      const std::optional<Placement> first = first_fit(frames, rules, what);
      assert_right(first, frames, rules);
      if (!first) continue;
      RC_ASSERT(found.has_value());
      RC_ASSERT(found->total() <= first->total());
    }
    if (frames.vms() > kMostExactVms) return;
    const std::optional<Placement> exact = exact_placement(frames, rules);
    if (found) RC_ASSERT(found->total() >= exact->total());
  }));
}

TEST_CASE("no pairing has more in common than the best pairs") {
  CHECK(rc::check("best pairs", [] {
    const SharingGraph graph = sharing_graph(any_point(8));
    std::vector<bool> taken(graph.vms.size());
    std::uint64_t sum = 0;
    for (const SharingEdge& pair : graph.best_pairs) {
      RC_ASSERT(!taken[pair.a]);
      RC_ASSERT(!taken[pair.b]);
      taken[pair.a] = taken[pair.b] = true;
      sum += pair.contents();
    }
    std::vector<bool> free(graph.vms.size());
    RC_ASSERT(sum == best_pairing(graph, free, 0));
    std::uint64_t found = 0;
    std::vector<bool> paired(graph.vms.size());
    for (const auto& [a, b] : searched_pairing(CommonContents(graph))) {
      RC_ASSERT(a != b && !paired[a] && !paired[b]);
      paired[a] = paired[b] = true;
      found += edge_between(graph, a, b).contents();
    }
    RC_ASSERT(found <= sum);
    RC_ASSERT(found * 2 >= sum);  // as greedy is at least
  }));
}
