#pragma once
// Who shares with whom, as a graph: VMs are its vertices, and what two VMs both hold is the edge between them.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct SharingVertex {
  std::string name;
  std::uint64_t merged = 0;                ///< its pages that KSM has merged: its edge to the host
  std::uint64_t contents = 0;              ///< distinct ones in those
  std::optional<std::uint32_t> strongest;  ///< the VM it has most in common with
};

struct SharingEdge {
  std::uint32_t a = 0, b = 0;           ///< a < b
  std::array<std::uint64_t, 5> both{};  ///< contents that both hold, by SharedContents::What
  /// Frames that the two need less on one host than on two.
  std::uint64_t contents() const;
  /// Without zeros and patterns, which say nothing of where VMs come from.
  std::uint64_t telling() const;
};

/// All contents of a kind, those that only one VM holds apart.
struct SharedKind {
  SharedContents::What what = SharedContents::What::zeros;
  bool one_vm = false;
  std::uint64_t contents = 0, pages = 0;
  std::uint32_t vms = 0;  ///< that hold any
};

struct SharingGraph {
  std::vector<SharingVertex> vms;
  std::vector<SharingEdge> edges;  ///< those that are not empty, by (a, b)
  std::vector<SharedKind> kinds;   ///< those there are; what several VMs hold first
  /// VMs linked by edges of something telling; each ascending, in the order of their first VM.
  std::vector<std::vector<std::uint32_t>> components;
  /// The pairs that have most in common in all, each VM in one pair at most.
  std::vector<SharingEdge> best_pairs;
  bool best_pairs_exact = true;  ///< else a search found them, and there may be better ones
  bool estimated = false;  ///< small groups were folded (SharedContents): what of them is in common is as by chance
};

/// UsageError if the point does not tell who shares with whom: a real kernel does not.
void require_sharing(const PointResult& point);
SharingGraph sharing_graph(const PointResult& point);
/// The edge between two VMs, in any order; an empty one if there is none.
SharingEdge edge_between(const SharingGraph& graph, std::uint32_t a, std::uint32_t b);

}  // namespace ksmsim
