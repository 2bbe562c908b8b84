#pragma once
// How long it takes until KSM has found what it finds.
#include <cstdint>
#include <optional>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Pages that need no frame of their own: merged into another, or into the zero page.
std::uint64_t saved_pages(const KsmCounters& counters);

struct Settling {
  std::uint64_t saved = 0;                    ///< pages, at the end
  std::optional<SimTime> half, most, nearly;  ///< when 50, 90 and 99 % of that were first saved; none if nothing was
  std::optional<SimTime> first_full_scan;     ///< when it ended
};

Settling settling_of(const std::vector<Sample>& samples);

}  // namespace ksmsim
