#pragma once
// How much of each term of a cost profile a batch of ksmd takes.
#include "ksmsim/config/visit_times.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

VisitAmounts visit_amounts(const BatchWork& work, const KernelTraits& kernel);

}  // namespace ksmsim
