#pragma once
// Random scenarios: everything that a scenario can make KSM do, mixed.
#include <cstdint>

#include "ksmsim/config/scenario.h"

namespace ksmsim {

/// A function of its arguments alone.
Scenario random_scenario(std::uint64_t seed, std::uint64_t number);

}  // namespace ksmsim
