#pragma once
// What a batch costs ksmd: checksums, from the profile or really computed, and the rest of its visits.
#include <memory>
#include <vector>

#include "choose_hash.h"
#include "ksmsim/cost/cost_profile.h"
#include "ksmsim/cost/measured_checksums.h"
#include "ksmsim/dedup/scanner.h"
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/experiment/visit_work.h"

namespace ksmsim {

class BatchCost {
 public:
  /// UsageError if the profile does not know the hash, or this machine cannot compute it.
  BatchCost(const Scenario& scenario, HashChoice choice);

  /// Where the scanner is to put what it hashes; nullptr if nobody needs it.
  std::vector<Content>* sink() { return measured_ ? &hashed_ : nullptr; }
  /// Time of a batch. It takes at least kLeast, so that time passes for a ksmd that does not sleep.
  Duration of(const BatchWork& work);
  std::uint64_t checksums() const { return checksums_; }
  Duration ksmd_cpu() const { return ksmd_cpu_; }
  /// What reports say of the checksums.
  ChecksumResult result(SimTime simulated) const;
  bool checksums_only() const { return profile_.rest == VisitTimes{}; }
  /// What that time went to; nothing if only checksums are known.
  std::vector<CpuShare> shares() const;

 private:
  static constexpr Duration kLeast = nanoseconds(1000);

  HashChoice hash_;
  std::uint32_t bits_;
  bool stand_in_ = false;  ///< some pages are of a trace, whose bytes are not known
  CostProfile profile_;
  double checksum_ns_ = 0;
  const KernelTraits& kernel_;
  VisitAmounts amounts_{};  ///< since the start
  std::unique_ptr<MeasuredChecksums> measured_;
  std::vector<Content> hashed_;
  std::uint64_t checksums_ = 0;
  Duration ksmd_cpu_{};
};

/// The same of a host that is not measured, whatever hashes it knows.
CostProfile modelled_profile(const HostSpec& host);
/// UsageError if the host has 32 bits: what runs here has 64.
void refuse_measuring_32_bits(const HostSpec& host);

}  // namespace ksmsim
