#include <algorithm>
#include <set>

#include "line_chart.h"

namespace ksmsim {
namespace {

std::set<std::size_t> extremes(const std::vector<Sample>& samples, const std::vector<SampleValue>& values,
                               std::size_t spans) {
  std::set<std::size_t> kept{0, samples.size() - 1};
  for (std::size_t span = 0; span < spans; ++span) {
    const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() * span / spans);
    const auto end = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() * (span + 1) / spans);
    for (const SampleValue value : values) {
      const auto [least, most] =
          std::minmax_element(begin, end, [&](const Sample& a, const Sample& b) { return value(a) < value(b); });
      kept.insert(static_cast<std::size_t>(least - samples.begin()));
      kept.insert(static_cast<std::size_t>(most - samples.begin()));
    }
  }
  return kept;
}

}  // namespace

std::vector<std::size_t> thinned(const std::vector<Sample>& samples, const std::vector<SampleValue>& values,
                                 std::size_t most) {
  std::vector<std::size_t> kept;
  if (samples.size() <= most) {
    for (std::size_t i = 0; i < samples.size(); ++i) kept.push_back(i);
    return kept;
  }
  for (std::size_t spans = std::max<std::size_t>(most / 2, 1);; spans = std::max<std::size_t>(spans * 3 / 4, 1)) {
    const std::set<std::size_t> found = extremes(samples, values, spans);
    if (found.size() <= most || spans == 1) return {found.begin(), found.end()};
  }
}

}  // namespace ksmsim
