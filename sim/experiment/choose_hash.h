#pragma once
// Which hash a run computes, where the scenario leaves that to something else.
#include <string>

#include "ksmsim/config/scenario.h"

namespace ksmsim {

struct HashChoice {
  std::string hash;
  std::string why;  ///< for people; empty: the scenario or the kernel version names it
};

/// `xxhash` on 32 bits is xxh32. `fastest` is what version 4 of the patch "ksm: replace jhash2 with xxhash" chose by a
/// speed test at its first use: crc32c or xxhash, whichever takes less for a page in the cache. By the cost profile, so
/// that equal scenarios choose alike; measured here if the scenario's checksums or its CPU are. UsageError if the
/// profile has figures for neither.
HashChoice choose_hash(const Scenario& scenario);

}  // namespace ksmsim
