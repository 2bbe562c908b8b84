#pragma once
#include "ksmsim/config/scenario.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

/// What was simulated: name, description and the settings that matter most.
Block setup_block(const Scenario& scenario);

}  // namespace ksmsim
