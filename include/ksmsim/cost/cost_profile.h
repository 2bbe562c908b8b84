#pragma once
// What ksmd's CPU pays: for a checksum scale * hot + miss (design.md, "The cost model"). `hot` is the hash over a page
// in cache, `miss` what it takes to bring 4096 bytes from DRAM, `scale` what ksmd's CPU runs slower than the
// benchmark's; for the rest of its visits the terms of VisitTimes. Profiles of known CPUs are data (kind "cpu" in the
// catalogue); `host` is measured on the spot.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/config/visit_times.h"

namespace ksmsim {

struct CostProfile {
  std::string name;
  std::string source;             ///< where the figures are from; printed beside every figure
  std::string kind = "modelled";  ///< "modelled", "measured", "fitted", "given" or "scaled": how the figures came to be
  double scale = 1;
  double miss_ns = 0;
  VisitTimes rest;                       ///< what a visit takes beside; all 0: not known, left out
  std::map<std::string, double> hot_ns;  ///< by hash name, per 4096-byte page

  /// Time of one checksum; nothing if the profile does not know the hash.
  std::optional<double> checksum_ns(const std::string& hash) const {
    const auto found = hot_ns.find(hash);
    if (found == hot_ns.end()) return std::nullopt;
    return scale * found->second + miss_ns;
  }
};

/// The built-in profile of that name; UsageError with the nearest name if there is none. Not for "host".
CostProfile cost_profile(const std::string& name);
std::vector<std::string> cost_profile_names();
/// The same CPU running 32-bit code: "scaled" by published figures, said in its source. Hashes for which there are none
/// are left out.
CostProfile scaled_to_32_bits(const CostProfile& profile);
/// This machine's CPU as it calls itself.
std::string cpu_model();
/// Measures the given hashes on this machine, hot and cold, and fits scale 1 and one miss time; and comparisons of
/// equal pages. What of a visit a program cannot measure is a built-in profile's.
CostProfile measure_host_profile(const std::vector<std::string>& hashes);

}  // namespace ksmsim
