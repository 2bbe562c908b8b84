#pragma once
// What a captured VM did between its snapshots, played again. A page that differs between two snapshots changed at some
// moment between them; which one is drawn by (seed, VM, change). A page that is gone was discarded.
#include <cstdint>
#include <optional>
#include <vector>

#include "ksmsim/base/ids.h"
#include "ksmsim/base/units.h"
#include "ksmsim/content/content.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

/// A page that was seen changed: after `from`, at `to` at the latest.
struct SeenChange {
  Duration from{}, to{};
  PageIndex page;
  Content now;  ///< Host::kNotPresent: gone
};

class TraceReplay {
 public:
  /// Times count from the start of the VM.
  TraceReplay(std::uint64_t seed, VmId vm, const std::vector<SeenChange>& changes);
  /// When, after the VM's start, the next change happens.
  std::optional<Duration> next() const;
  /// All changes up to `since_start`, in order of time.
  void play(Host& host, Duration since_start);

 private:
  struct Change {
    Duration at{};
    PageIndex page;
    Content now;
  };
  std::vector<Change> changes_;
  std::size_t done_ = 0;
};

}  // namespace ksmsim
