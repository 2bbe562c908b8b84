#include "welch.h"

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace ksmsim {

double welch_p(const Repeats& a, const Repeats& b) {
  const auto n = static_cast<double>(a.count), m = static_cast<double>(b.count);
  const double va = a.deviation * a.deviation / n, vb = b.deviation * b.deviation / m;
  if (va + vb <= 0) return a.mean == b.mean ? 1 : 0;
  const double t = (a.mean - b.mean) / std::sqrt(va + vb);
  const double freedom = (va + vb) * (va + vb) / (va * va / (n - 1) + vb * vb / (m - 1));
  const boost::math::students_t distribution(freedom);
  return 2 * boost::math::cdf(boost::math::complement(distribution, std::abs(t)));
}

}  // namespace ksmsim
