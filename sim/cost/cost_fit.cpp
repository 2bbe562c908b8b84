#include "ksmsim/cost/cost_fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

namespace ksmsim {
namespace {

constexpr double kStretch = 20'000;  // pages
constexpr int kReweightings = 6;
constexpr int kSweeps = 3000;
constexpr double kLeastNs = 1000;

/// The terms that are fitted, beside the checksum's miss.
bool is_fitted(std::size_t term) { return !kVisitTerms[term].timed_alone; }

void add(CostRow& to, const CostRow& row) {
  to.checksums += row.checksums;
  to.real_ns += row.real_ns;
  for (std::size_t i = 0; i < row.amounts.size(); ++i) to.amounts[i] += row.amounts[i];
}

constexpr std::size_t term_index(std::string_view key) {
  std::size_t i = 0;
  while (kVisitTerms[i].key != key) ++i;
  return i;
}

/// Of batches: what they took beyond what a profile has for them.
struct Excess {
  double ns = 0, visits = 0, splits = 0;
};

/// Batches of one full scan together, until `pages` are in it.
std::vector<CostRow> together(const std::vector<CostRow>& batches, double pages) {
  std::vector<CostRow> rows;
  for (const CostRow& batch : batches) {
    const bool full = rows.empty() || rows.back().pass != batch.pass ||
                      rows.back().amounts[0] + rows.back().amounts[1] >= pages;  // visits and skips
    if (full) {
      rows.push_back(batch);
    } else {
      add(rows.back(), batch);
    }
  }
  return rows;
}

/// What the profile already tells of a row.
double known_ns(const CostProfile& profile, const std::string& hash, const CostRow& row) {
  double ns = profile.scale * profile.hot_ns.at(hash) * row.checksums;
  for (std::size_t i = 0; i < row.amounts.size(); ++i) {
    if (!is_fitted(i)) ns += profile.rest.*kVisitTerms[i].ns * row.amounts[i];
  }
  return ns;
}

std::vector<double> columns_of(const CostRow& row) {
  std::vector<double> columns{row.checksums};
  for (std::size_t i = 0; i < row.amounts.size(); ++i) columns.push_back(is_fitted(i) ? row.amounts[i] : 0);
  return columns;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Weights follow the fit, not the measurement: else what is measured too short by chance would count most.
std::vector<double> fit(const std::vector<std::vector<double>>& rows, const std::vector<double>& targets,
                        const std::vector<double>& known) {
  std::vector<double> weights, times;
  for (std::size_t i = 0; i < rows.size(); ++i) weights.push_back(1 / std::max(kLeastNs, targets[i] + known[i]));
  for (int round = 0; round <= kReweightings; ++round) {
    times = fit_not_negative(rows, targets, weights);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      weights[i] = 1 / std::max(kLeastNs, product(rows[i], times) + known[i]);
    }
  }
  return times;
}

}  // namespace

std::vector<double> fit_not_negative(const std::vector<std::vector<double>>& rows, const std::vector<double>& targets,
                                     const std::vector<double>& weights) {
  const std::size_t n = rows.empty() ? 0 : rows.front().size();
  std::vector<std::vector<double>> square(n, std::vector<double>(n));
  std::vector<double> right(n), times(n);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < n; ++i) {
      const double weighted = weights[r] * rows[r][i];
      right[i] += weighted * targets[r];
      for (std::size_t j = 0; j < n; ++j) square[i][j] += weighted * rows[r][j];
    }
  }
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = 0; i < n; ++i) {
      if (square[i][i] == 0) continue;
      times[i] = std::max(0.0, times[i] + (right[i] - product(square[i], times)) / square[i][i]);
    }
  }
  return times;
}

CostProfile fit_profile(CostProfile profile, const std::string& hash, const std::vector<std::vector<CostRow>>& runs) {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets, known;
  for (const std::vector<CostRow>& run : runs) {
    for (const CostRow& row : together(run, kStretch)) {
      rows.push_back(columns_of(row));
      known.push_back(known_ns(profile, hash, row));
      targets.push_back(row.real_ns - known.back());
    }
  }
  const std::vector<double> times = fit(rows, targets, known);
  const auto any = [&](std::size_t column) {
    return std::any_of(rows.begin(), rows.end(), [column](const auto& row) { return row[column] != 0; });
  };
  if (any(0)) profile.miss_ns = times[0];
  for (std::size_t i = 0; i < kVisitTerms.size(); ++i) {
    if (any(i + 1)) profile.rest.*kVisitTerms[i].ns = times[i + 1];
  }
  return profile;
}

std::optional<double> split_ns(const CostProfile& profile, const std::string& hash, const std::vector<CostRow>& run) {
  constexpr std::size_t kSplit = term_index("split");
  std::map<std::uint64_t, Excess> plain, splitting;
  for (const CostRow& row : run) {
    Excess& sum = (row.amounts[kSplit] > 0 ? splitting : plain)[row.pass];
    sum.ns += row.real_ns - modelled_ns(profile, hash, row) + profile.rest.split * row.amounts[kSplit];
    sum.visits += row.amounts[0];
    sum.splits += row.amounts[kSplit];
  }
  double ns = 0, splits = 0;
  for (const auto& [pass, with] : splitting) {
    const auto without = plain.find(pass);
    if (without == plain.end() || without->second.visits == 0) continue;
    ns += with.ns - without->second.ns / without->second.visits * with.visits;
    splits += with.splits;
  }
  return splits > 0 ? std::optional(std::max(0.0, ns / splits)) : std::nullopt;
}

double modelled_ns(const CostProfile& profile, const std::string& hash, const CostRow& row) {
  return profile.checksum_ns(hash).value_or(0) * row.checksums + visit_ns(profile.rest, row.amounts);
}

std::vector<CostRow> by_pass(const std::vector<CostRow>& batches) { return together(batches, HUGE_VAL); }

}  // namespace ksmsim
