#pragma once
// Figures that follow from a point's counters.
#include <cstdint>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// KSM's own records, of all VMs alive at the end.
std::uint64_t rmap_items(const PointResult& point);
/// Pages a VM has, by its memory or its literal regions.
std::uint64_t vm_pages(const VmSpec& vm);

}  // namespace ksmsim
