#include "values.h"

#include <algorithm>
#include <cmath>

#include "../format.h"

namespace ksmsim {

std::string significant_text(double value) {
  if (value == 0) return "0";
  const int lead = static_cast<int>(std::floor(std::log10(std::abs(value))));
  return fixed_text(value, std::clamp(2 - lead, 0, 9));
}

std::string nanoseconds_text(double ns) {
  if (ns < 1e4) return (ns < 100 ? significant_text(ns) : fixed_text(ns, 0)) + " ns";
  return duration_text(ns * 1e-9);
}

std::string figure_text(const Figure& figure, double value) {
  if (figure.unit == "ns") return nanoseconds_text(value);
  if (figure.unit == "s") return duration_text(value);
  if (figure.unit == "%") return significant_text(value) + " %";
  if (figure.unit == "pages") return bytes_text(std::llround(value * static_cast<double>(kPageSize)));
  if (figure.unit == "bytes") return bytes_text(std::llround(value));
  return fixed_text(value, 0);
}

}  // namespace ksmsim
