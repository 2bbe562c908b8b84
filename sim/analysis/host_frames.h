#pragma once
// What a host needs for a set of VMs.
#include <cstdint>
#include <span>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

class HostFrames {
 public:
  explicit HostFrames(const PointResult& point);
  std::uint32_t vms() const { return static_cast<std::uint32_t>(vms_.size()); }
  /// Frames of a host that has these VMs.
  std::uint64_t of(std::span<const std::uint32_t> vms);
  /// Pages of the VM, as if nothing were shared.
  std::uint64_t memory(std::uint32_t vm) const { return vms_[vm].memory; }
  /// Groups looked at so far: a measure of work that is the same everywhere.
  std::uint64_t work() const { return work_; }

 private:
  struct Share {
    std::uint32_t group;
    std::uint64_t pages;  ///< in frames of KSM's
    double lacks;         ///< part of the contents that the VM does not hold
  };
  struct Vm {
    std::uint64_t own = 0;  ///< pages that are not merged
    std::uint64_t memory = 0;
    std::vector<Share> shares;
  };
  struct Group {
    std::uint64_t contents = 0;
    std::uint64_t pages = 0;  ///< of the set of VMs in hand
    double lacking = 1;
  };
  void add_shares(const PointResult& point, std::vector<std::uint64_t>& merged);

  std::vector<Vm> vms_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> met_;
  std::uint64_t max_page_sharing_ = 256, work_ = 0;
};

}  // namespace ksmsim
