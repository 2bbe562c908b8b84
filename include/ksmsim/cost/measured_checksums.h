#pragma once
// Checksums that are really computed, on this machine, over pages that are cold: made well before they are hashed, and
// flushed from all caches (or, on CPUs that do not let a program flush, in a working set larger than the last-level
// cache). Used by `checksum_time: measured`. The only user of a real clock below `meta`; what it says is a measurement
// and is labelled so.
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "ksmsim/base/histogram.h"
#include "ksmsim/base/units.h"
#include "ksmsim/content/content.h"

namespace ksmsim {

class MeasuredChecksums {
 public:
  /// UsageError if the hash cannot run here; Error if there is no room for the working set.
  MeasuredChecksums(const std::string& hash, unsigned checksum_bits);
  ~MeasuredChecksums();
  MeasuredChecksums(const MeasuredChecksums&) = delete;
  MeasuredChecksums& operator=(const MeasuredChecksums&) = delete;

  /// Hashes these pages, in order, and adds each one's time to the distribution. Returns the batch's time in all.
  Duration hash_batch(std::span<const Content> pages);
  /// ns per checksum, clock's own cost taken off.
  const Histogram& distribution() const;
  /// Memory used up to now: it grows with the number of distinct pages, to some hundred MiB.
  Bytes working_set() const;
  /// All checksums folded into one, in order: from 0, digest = mix64(digest ^ checksum).
  std::uint64_t digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ksmsim
