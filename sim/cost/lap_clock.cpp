#include "lap_clock.h"

#include <algorithm>

namespace ksmsim {

LapClock::LapClock() {
  std::vector<double> laps(1001);
  start();
  for (double& ns : laps) ns = static_cast<double>(lap());
  cost_ = static_cast<std::int64_t>(median(laps));
}

double median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace ksmsim
