#pragma once
// Results side by side: what was asked for differently, then what came out, figure by figure. Points that differ in
// their seed only are repeats of one another.
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/analysis/figures.h"
#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct NamedResult {
  std::string name;
  RunResult result;
};

/// A figure of one alternative, over its repeats.
struct ComparedValue {
  std::size_t repeats = 0;
  double mean = 0;
  double deviation = 0;          ///< standard deviation of the repeats; 0 of one
  std::optional<double> change;  ///< against the baseline's mean, 0.1 for 10 % more; nothing from 0 to another value
  std::optional<double> p;  ///< Welch's t test (two-sided) against the baseline, where both have two repeats or more
};

struct ComparedFigure {
  const Figure* figure = nullptr;
  std::vector<std::optional<ComparedValue>> values;  ///< one for each alternative; nothing where it is not told
};

/// What the alternatives have in common: of two sweeps, one combination of their settings.
struct ComparedCase {
  std::vector<std::pair<std::string, std::string>> settings;
  std::vector<ComparedFigure> figures;  ///< those that at least two alternatives tell
};

struct Difference {
  std::string key;                  ///< of a scenario, or of a result: "checksum.source"
  std::vector<std::string> values;  ///< one for each alternative; "-" where it has none
};

struct ResultComparison {
  std::vector<std::string> names;             ///< of the alternatives
  std::vector<std::string> checksum_sources;  ///< "modelled" or "measured", of each
  std::size_t baseline = 0;
  std::vector<Difference> differences;  ///< but for what their names say
  std::vector<ComparedCase> cases;
  std::vector<std::string> unmatched;  ///< settings that not all alternatives have, and who lacks them
};

/// Of several results each is an alternative, and their points are matched by what a sweep set; of one result, its
/// points are the alternatives. `baseline`: an alternative's name or a part of one name only; the first if empty.
/// UsageError if there is nothing to compare.
ResultComparison compare_results(const std::vector<NamedResult>& results, const std::string& baseline = {});

/// Numbers of the alternatives by `figure`, best first; equal ones in their order. Empty unless all tell it, they
/// differ, and less or more of it is better.
std::vector<std::size_t> ranked(const ComparedFigure& figure);

}  // namespace ksmsim
