#pragma once
// What differs between kernel versions, as data: a row a version, a column a feature (behaviour.md, section 12).
#include <cstdint>
#include <string>
#include <vector>

#include "ksmsim/host/host.h"

namespace ksmsim {

struct KernelTraits {
  std::string version;
  std::string hash;               ///< of KSM's checksum: "jhash2" or "xxhash"
  bool checksum_first;            ///< checksum before the stable tree's search (6.11)
  bool collapse_any_time;         ///< a chain left with one dup collapses at the next walk, full or not (6.11)
  bool zero_pages;                ///< ksm_zero_pages is counted, and unmerging gives such pages back (6.6)
  bool smart_scan;                ///< 6.7
  bool advisor;                   ///< 6.8
  bool pages_scanned;             ///< 6.6; a wrong count until 6.10:
  bool pages_scanned_off_by_one;  ///< a full batch of B adds B + 1, one that ends a full scan adds 0
  bool sleep_zero_is_no_sleep;    ///< sleep_millisecs 0 does not sleep, and a change of it wakes ksmd (5.0)
  bool reuse_in_place;            ///< a KSM page that one process maps alone is written in place (5.1 to 5.8)
  std::uint32_t lru_batch;        ///< pages in a per-CPU LRU batch
  bool unmapping_drains;          ///< munmap, MADV_DONTNEED and exit empty it
  bool split_drops_zeros;         ///< splitting a huge page gives its empty parts back
  bool compares_bytewise;         ///< memcmp goes byte by byte (until 5.17)

  HostTraits host_traits(bool with_lru_batch) const {
    return {with_lru_batch ? lru_batch : 0, unmapping_drains, split_drops_zeros, reuse_in_place, zero_pages};
  }
};

/// All known versions, oldest first.
const std::vector<KernelTraits>& kernel_versions();
/// The row of that version; UsageError with the nearest version if it is not known.
const KernelTraits& kernel_traits(const std::string& version);

}  // namespace ksmsim
