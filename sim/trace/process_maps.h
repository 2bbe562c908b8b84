#pragma once
// A process's mappings and which of their pages are there.
#include <cstdint>
#include <string>
#include <vector>

#include "ksmsim/trace/trace_builder.h"

namespace ksmsim {

struct Mapping {
  std::uint64_t begin = 0, end = 0;  ///< addresses
  bool mergeable = false;            ///< MADV_MERGEABLE, or by prctl
  bool could_be = false;             ///< KSM would take it: private, not hugetlbfs, not a device's
};

/// /proc/PID/smaps. TraceError if it cannot be read.
std::vector<Mapping> mappings_of(int pid);

/// The pages that KSM would visit, as runs whose `where` is their address; and what else their mappings have.
struct MappedPages {
  std::vector<ImageRun> runs;
  std::vector<PageRange> ranges;
  bool knows_zero_pages = true;  ///< false: without root, the host's zero page cannot be told from zeros
};
MappedPages pages_of(int pid, const std::vector<Mapping>& mappings);

}  // namespace ksmsim
