#pragma once
// Sets of VMs, numbered. VMs are added in ascending order, each to all its sets before the next VM comes; so a set need
// only remember by which VM it was made larger last, and finding the larger one takes no search.
#include <cstdint>
#include <vector>

namespace ksmsim {

class VmSets {
 public:
  static constexpr std::uint32_t kEmpty = 0;

  /// The set with `vm`, which no set has a larger one than.
  std::uint32_t with(std::uint32_t set, std::uint32_t vm) {
    if (sets_[set].last == vm) return set;
    if (sets_[set].added != vm) {
      sets_[set].added = vm;
      sets_[set].larger = static_cast<std::uint32_t>(sets_.size());
      sets_.push_back({vm, sets_[set].members + 1, kNone, 0});
    }
    return sets_[set].larger;
  }
  std::uint32_t members(std::uint32_t set) const { return sets_[set].members; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(sets_.size()); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  struct Set {
    std::uint32_t last = kNone;  ///< its largest VM
    std::uint32_t members = 0;
    std::uint32_t added = kNone;  ///< the VM last added to it, which gave the set
    std::uint32_t larger = 0;
  };
  std::vector<Set> sets_{Set{}};
};

}  // namespace ksmsim
