#pragma once
// Where to put VMs: the split over equal hosts that needs the fewest frames, since what VMs of one host share is there
// once. Compared with what one would do without knowing.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct PlacementOptions {
  std::uint32_t hosts = 2;
  std::optional<Bytes> capacity;  ///< memory of a host for its guests; if none, the scenario's host.memory, if any
  bool balanced = true;           ///< the hosts' numbers of VMs differ by one at most; else any number
  std::uint64_t seed = 1;         ///< of random placements, and of where a search begins
};

/// VMs on hosts. Frames: a VM's pages that KSM did not merge, and each merged content once a host that holds it, or
/// once for every max_page_sharing pages of it. The zero page takes none.
struct Placement {
  std::vector<std::vector<std::uint32_t>> hosts;  ///< the VMs of each, ascending; those with the first VMs first
  std::vector<std::uint64_t> frames;              ///< that each host needs
  std::uint64_t total() const;
};

struct PlacementStudy {
  std::uint32_t hosts = 0;
  std::optional<std::uint64_t> capacity;  ///< frames of a host
  bool balanced = true;
  std::uint64_t apart = 0;     ///< frames if every VM had a host of its own
  std::uint64_t together = 0;  ///< frames if one host had room for all: no split needs less
  std::optional<Placement> best;
  bool exact = false;  ///< there is none better, or none that fits; else a search found it, or found none
  /// VMs in order, each on the first host that has room for it: for its memory as if nothing were shared, as most
  /// schedulers count; or for the frames it adds. Nothing if a VM found no host.
  std::optional<Placement> first_fit_by_memory, first_fit_by_frames;
  std::uint32_t draws = 0, draws_that_fit = 0;  ///< random placements
  std::optional<double> random_mean;            ///< frames, of those that fit
};

/// UsageError for no hosts, and for a point that does not tell who shares with whom.
PlacementStudy study_placement(const PointResult& point, const PlacementOptions& options);

}  // namespace ksmsim
