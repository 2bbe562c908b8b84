#pragma once
// From a YAML file to a Scenario. All mistakes of a file are reported at once, each with its place.
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/base/error.h"
#include "ksmsim/config/scenario.h"
#include "ksmsim/config/tree.h"

namespace ksmsim {

/// One mistake, printed as `FILE:LINE:COLUMN: KEY: MESSAGE (did you mean 'x'?)`.
struct Problem {
  std::string file;
  Position at;
  std::string key, message, hint;
  std::string line() const;
};

/// A scenario that cannot be (exit 2); what() has a line a problem.
class ScenarioError : public UsageError {
 public:
  explicit ScenarioError(std::vector<Problem> problems);
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

/// `key.path=value` from the command line, replacing what the file says; position "command line".
using Overrides = std::vector<std::pair<std::string, std::string>>;

/// Reads `path`, and the cost profile that its host.cpu may name: a file beside it. UsageError if one cannot be read,
/// ScenarioError if it is not a scenario.
Scenario load_scenario(const std::string& path, const Overrides& overrides = {});
Scenario parse_scenario(const std::string& yaml, const std::string& file_name, const Overrides& overrides = {});

/// One point of a sweep: what it sets, and the scenario with that. A scenario without a sweep is one point without
/// settings.
struct SweepPoint {
  std::vector<std::pair<std::string, std::string>> settings;
  Scenario scenario;
};
/// All points, in the order of config/sweep_points.h; UsageError if there are more than 10,000.
std::vector<SweepPoint> load_points(const std::string& path, const Overrides& overrides = {});

/// The scenario after defaults, in the form of the file, for `check` and for results.
Tree resolved_tree(const Scenario& scenario);
/// The same as YAML text.
std::string to_yaml(const Tree& tree);
/// JSON Schema (draft-07) of scenario files, generated from the table that validates.
Tree scenario_schema();
/// What `explain KEY` prints: type, default, range, meaning. UsageError with the nearest key if there is none.
std::string explain_key(const std::string& key);
std::vector<std::string> scenario_keys();

}  // namespace ksmsim
