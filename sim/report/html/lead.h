#pragma once
#include <string>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// What came out, in one to three sentences: which point is best in what, and by how much.
std::vector<std::string> lead_of(const RunResult& result);

}  // namespace ksmsim
