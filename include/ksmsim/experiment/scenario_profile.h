#pragma once
#include <string>

#include "ksmsim/config/scenario.h"
#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {

/// The profile of a scenario's host, `host` measured on the spot. UsageError if it does not know the hash.
CostProfile scenario_profile(const Scenario& scenario, const std::string& hash);

}  // namespace ksmsim
