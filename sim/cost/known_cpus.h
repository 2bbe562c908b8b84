#pragma once
#include <vector>

#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {

struct KnownCpu {
  std::string summary;  ///< for `list cpus`
  CostProfile profile;
};
/// The built-in profiles, as data.
std::vector<KnownCpu> known_cpus();

}  // namespace ksmsim
