#pragma once
// Figures that follow from a point's counters.
#include <cstdint>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Pages that need no frame of their own: merged into another, or into the zero page.
std::uint64_t saved_pages(const KsmCounters& counters);
/// KSM's own records, of all VMs alive at the end.
std::uint64_t rmap_items(const PointResult& point);
/// Pages a VM has, by its memory or its literal regions.
std::uint64_t vm_pages(const VmSpec& vm);

}  // namespace ksmsim
