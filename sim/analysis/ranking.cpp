#include "ksmsim/analysis/ranking.h"

#include <algorithm>
#include <numeric>

#include "ksmsim/analysis/settling.h"

namespace ksmsim {

bool saves_better(const PointResult& a, const PointResult& b) {
  const std::uint64_t saved_a = saved_pages(a.counters), saved_b = saved_pages(b.counters);
  return saved_a != saved_b ? saved_a > saved_b : a.ksmd_cpu < b.ksmd_cpu;
}

std::vector<std::size_t> best_points(const RunResult& result, std::size_t most) {
  std::vector<std::size_t> numbers(result.points.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](std::size_t a, std::size_t b) { return saves_better(result.points[a], result.points[b]); });
  numbers.resize(std::min(most, numbers.size()));
  return numbers;
}

}  // namespace ksmsim
