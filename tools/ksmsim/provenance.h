#pragma once
#include "ksmsim/report/report.h"

namespace ksmsim {

/// This program, this machine, now.
Provenance provenance_here();

}  // namespace ksmsim
