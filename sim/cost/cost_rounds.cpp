#include "ksmsim/cost/cost_rounds.h"

#include <algorithm>

namespace ksmsim {
namespace {

/// The times of one row, from the least on.
std::vector<double> times_of(const CostRounds& rounds, std::size_t row) {
  std::vector<double> times;
  times.reserve(rounds.size());
  for (const auto& round : rounds) times.push_back(round[row].real_ns);
  std::sort(times.begin(), times.end());
  return times;
}

double middle(const std::vector<double>& sorted) {
  const std::size_t n = sorted.size();
  return (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
}

}  // namespace

std::vector<CostRow> median_times(const CostRounds& rounds) {
  std::vector<CostRow> rows = rounds.front();
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].real_ns = middle(times_of(rounds, i));
  return rows;
}

std::vector<double> round_ranges(const CostRounds& rounds) {
  CostRounds passes;
  passes.reserve(rounds.size());
  for (const auto& round : rounds) passes.push_back(by_pass(round));
  std::vector<double> ranges;
  for (std::size_t i = 0; i < passes.front().size(); ++i) {
    const std::vector<double> times = times_of(passes, i);
    if (middle(times) > 0) ranges.push_back(100 * (times.back() - times.front()) / middle(times));
  }
  return ranges;
}

}  // namespace ksmsim
