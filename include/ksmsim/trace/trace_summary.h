#pragma once
// What a trace's memory is made of at one of its snapshots, and how fast it changes.
#include <cstdint>
#include <string>
#include <vector>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// Pages of a VM, or of all. present = zero + unique + repeated + common.
struct TraceShares {
  std::string name;
  std::uint64_t pages = 0;     ///< of its regions
  std::uint64_t present = 0;   ///< that KSM would scan
  std::uint64_t zero = 0;      ///< hold zeros
  std::uint64_t unique = 0;    ///< hold what no other page holds
  std::uint64_t repeated = 0;  ///< hold what other pages of this VM hold, and of no other VM
  std::uint64_t common = 0;    ///< hold what another VM holds, too
  std::uint64_t absent = 0, zero_mapped = 0, unreadable = 0, huge = 0;
};

struct RepeatedContent {
  TracePage content = 0;
  bool zero = false;
  std::uint64_t pages = 0;
  std::uint32_t vms = 0;
};

/// What a snapshot changes against the one before.
struct SnapshotChanges {
  Duration time{};
  std::uint64_t changed = 0, appeared = 0, gone = 0;
};

struct TraceSummary {
  std::vector<TraceShares> vms;
  TraceShares all;
  std::uint64_t contents = 0;    ///< distinct ones, present at this snapshot
  std::uint64_t most_saved = 0;  ///< pages that are one too many: what KSM could save at most, max_page_sharing aside
  std::vector<RepeatedContent> most_repeated;  ///< at most ten
  std::vector<SnapshotChanges> snapshots;      ///< from the second on
  std::size_t snapshot = 0;
  bool fingerprints = false, bytes = false;
};

TraceSummary summarise(const Trace& trace, std::size_t snapshot = 0);

}  // namespace ksmsim
