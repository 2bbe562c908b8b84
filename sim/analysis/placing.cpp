#include "placing.h"

#include <algorithm>
#include <numeric>

namespace ksmsim {

std::uint64_t Placement::total() const { return std::accumulate(frames.begin(), frames.end(), std::uint64_t{0}); }

PlacingRules placing_rules(std::uint32_t vms, std::uint32_t hosts, bool balanced,
                           std::optional<std::uint64_t> capacity) {
  PlacingRules rules;
  rules.balanced = balanced;
  if (capacity) rules.capacity = *capacity;
  for (std::uint32_t host = 0; host < hosts; ++host) {
    rules.quotas.push_back(balanced ? vms / hosts + (host < vms % hosts ? 1 : 0) : vms);
  }
  return rules;
}

Placement placement_of(HostLists lists, HostFrames& frames) {
  for (auto& list : lists) std::sort(list.begin(), list.end());
  std::stable_sort(lists.begin(), lists.end(),
                   [](const auto& a, const auto& b) { return !a.empty() && (b.empty() || a.front() < b.front()); });
  Placement placement{std::move(lists), {}};
  for (const auto& list : placement.hosts) placement.frames.push_back(frames.of(list));
  return placement;
}

bool fits(const Placement& placement, const PlacingRules& rules) {
  return std::all_of(placement.frames.begin(), placement.frames.end(),
                     [&](std::uint64_t frames) { return frames <= rules.capacity; });
}

std::optional<Placement> first_fit(HostFrames& frames, const PlacingRules& rules, RoomFor what) {
  HostLists lists(rules.hosts());
  const auto takes = [&](std::uint32_t host, std::uint32_t vm) {
    if (lists[host].size() >= rules.quotas[host]) return false;
    std::vector<std::uint32_t> with = lists[host];
    with.push_back(vm);
    if (what == RoomFor::frames) return frames.of(with) <= rules.capacity;
    std::uint64_t memory = 0;
    for (const std::uint32_t v : with) memory += frames.memory(v);
    return memory <= rules.capacity;
  };
  for (std::uint32_t vm = 0; vm < frames.vms(); ++vm) {
    std::uint32_t host = 0;
    while (host < rules.hosts() && !takes(host, vm)) ++host;
    if (host == rules.hosts()) return std::nullopt;
    lists[host].push_back(vm);
  }
  return placement_of(std::move(lists), frames);
}

HostLists random_lists(std::uint32_t vms, const PlacingRules& rules, const RandomStream& stream,
                       std::uint64_t& counter) {
  HostLists lists(rules.hosts());
  if (!rules.balanced) {
    for (std::uint32_t vm = 0; vm < vms; ++vm) lists[stream.below(counter++, rules.hosts())].push_back(vm);
    return lists;
  }
  std::vector<std::uint32_t> order(vms);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = vms; i > 1; --i) std::swap(order[i - 1], order[stream.below(counter++, i)]);
  std::uint32_t next = 0;
  for (std::uint32_t host = 0; host < rules.hosts(); ++host) {
    for (std::uint32_t n = 0; n < rules.quotas[host]; ++n) lists[host].push_back(order[next++]);
  }
  return lists;
}

}  // namespace ksmsim
