#pragma once
// Values of figures (analysis/figures.h) as people read them.
#include <string>

#include "ksmsim/analysis/figures.h"

namespace ksmsim {

/// "1084 ns", "12.3 us": as many digits as matter.
std::string nanoseconds_text(double ns);
/// In the figure's unit: "13.3 GiB" of pages and bytes, "0.0648 %".
std::string figure_text(const Figure& figure, double value);
/// Three figures that matter: "0.0648", "84.5", "7010".
std::string significant_text(double value);

}  // namespace ksmsim
