#pragma once
// Makes a scenario that shows something smaller, as long as it still shows it.
#include <cstddef>
#include <functional>

#include "ksmsim/config/scenario.h"

namespace ksmsim {

/// The number of batches that it takes a scenario to show it; 0: it does not.
using Shows = std::function<std::size_t(const Scenario&)>;

/// Drops events, VMs, regions and pages, then makes numbers plainer. Asks `shows` at most `most` times. The regions'
/// pages must be runs of one page each.
Scenario shrink(Scenario scenario, const Shows& shows, std::size_t most);

}  // namespace ksmsim
