#pragma once
#include "ksmsim/experiment/run_result.h"
#include "markup.h"

namespace ksmsim {

/// What the words modelled, measured, published and simulated stand for here, and every setting.
Markup sources_section(const RunResult& result);

}  // namespace ksmsim
