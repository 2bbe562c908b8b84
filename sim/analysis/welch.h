#pragma once
// Do two sets of repeats differ by more than chance?
#include <cstddef>

namespace ksmsim {

struct Repeats {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< sample standard deviation
};

/// p of Welch's t test, two-sided (B. L. Welch, Biometrika 34, 1947). Both have two values or more. Without any spread:
/// 1 if the means are equal, else 0.
double welch_p(const Repeats& a, const Repeats& b);

}  // namespace ksmsim
