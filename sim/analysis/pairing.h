#pragma once
// Pairs of VMs that have most in common in all. Boost's maximum_weighted_matching is not for use: it may not end, as
// with 14 VMs that all have equally much in common, and may be wrong (boostorg/graph, issues 223 and 399).
#include <cstdint>
#include <utility>
#include <vector>

#include "ksmsim/analysis/sharing_graph.h"

namespace ksmsim {

/// What every two VMs have in common.
class CommonContents {
 public:
  explicit CommonContents(const SharingGraph& graph) : vms_(graph.vms.size()), contents_(vms_ * vms_) {
    for (const SharingEdge& edge : graph.edges) at(edge.a, edge.b) = at(edge.b, edge.a) = edge.contents();
  }
  std::uint32_t vms() const { return static_cast<std::uint32_t>(vms_); }
  std::uint64_t operator()(std::uint32_t a, std::uint32_t b) const { return contents_[a * vms_ + b]; }

 private:
  std::uint64_t& at(std::uint32_t a, std::uint32_t b) { return contents_[a * vms_ + b]; }
  std::size_t vms_;
  std::vector<std::uint64_t> contents_;
};

using VmPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< that have something in common

/// All pairings are looked at, in 2^VMs steps.
inline constexpr std::uint32_t kMostExactPairing = 16;
VmPairs exact_pairing(const CommonContents& common);
/// The pair with most in common first, and so on; then two pairs exchange partners while that helps.
VmPairs searched_pairing(const CommonContents& common);

}  // namespace ksmsim
