#pragma once
#include "lap_clock.h"

namespace ksmsim {

/// ns to find two hot pages equal, by the plain loop over words, or bytes, that the kernel's memcmp is.
double compare_equal_ns(bool bytewise, LapClock& clock);

}  // namespace ksmsim
