// Dynamic programming over sets of VMs: the best that k hosts can do with a set is the best of one host with a part of
// it, and k - 1 hosts with the rest. Hosts are alike, so that one host may always take the set's first VM.
#include <algorithm>
#include <bit>

#include "placing.h"

namespace ksmsim {
namespace {

using VmSet = std::uint32_t;
constexpr std::uint64_t kImpossible = std::numeric_limits<std::uint64_t>::max();

std::vector<std::uint32_t> list_of(VmSet set) {
  std::vector<std::uint32_t> vms;
  for (std::uint32_t vm = 0; set >> vm != 0; ++vm) {
    if ((set >> vm & 1) != 0) vms.push_back(vm);
  }
  return vms;
}

class ExactPlacement {
 public:
  ExactPlacement(HostFrames& frames, const PlacingRules& rules)
      : frames_(frames), rules_(rules), all_((VmSet{1} << frames.vms()) - 1), cost_(all_ + 1) {
    for (VmSet set = 1; set <= all_; ++set) cost_[set] = cost_of(set);
  }

  std::optional<Placement> find() {
    std::vector<Best> none(all_ + 1);
    none[0].frames = 0;
    steps_.push_back(none);
    for (std::uint32_t host = 0; host < rules_.hosts(); ++host) steps_.push_back(one_host_more(steps_.back()));
    if (steps_.back()[all_].frames == kImpossible) return std::nullopt;
    HostLists lists;
    VmSet rest = all_;
    for (std::uint32_t host = rules_.hosts(); host > 0; --host) {
      lists.push_back(list_of(steps_[host][rest].on_last));
      rest &= ~steps_[host][rest].on_last;
    }
    return placement_of(std::move(lists), frames_);
  }

 private:
  struct Best {
    std::uint64_t frames = kImpossible;
    VmSet on_last = 0;
  };

  /// Of one host with that set.
  std::uint64_t cost_of(VmSet set) {
    const auto size = static_cast<std::uint32_t>(std::popcount(set));
    if (std::find(rules_.quotas.begin(), rules_.quotas.end(), size) == rules_.quotas.end() && rules_.balanced) {
      return kImpossible;
    }
    const std::uint64_t frames = frames_.of(list_of(set));
    return frames <= rules_.capacity ? frames : kImpossible;
  }

  std::vector<Best> one_host_more(const std::vector<Best>& before) const {
    std::vector<Best> after(all_ + 1);
    const bool may_be_empty = !rules_.balanced || rules_.quotas.back() == 0;
    for (VmSet set = 0; set <= all_; ++set) {
      if (may_be_empty) after[set] = {before[set].frames, 0};
      const VmSet first = set & (~set + 1);
      for (VmSet part = set; part != 0; part = (part - 1) & set) {
        if ((part & first) == 0 || cost_[part] == kImpossible || before[set & ~part].frames == kImpossible) continue;
        const std::uint64_t frames = cost_[part] + before[set & ~part].frames;
        if (frames < after[set].frames) after[set] = {frames, part};
      }
    }
    return after;
  }

  HostFrames& frames_;
  const PlacingRules& rules_;
  VmSet all_;
  std::vector<std::uint64_t> cost_;
  std::vector<std::vector<Best>> steps_;  ///< by number of hosts, then by set
};

}  // namespace

std::optional<Placement> exact_placement(HostFrames& frames, const PlacingRules& rules) {
  return ExactPlacement(frames, rules).find();
}

}  // namespace ksmsim
