#pragma once
// What to sweep: a scenario and options beside its own `sweep`, or a plan.
#include <string>
#include <vector>

#include "ksmsim/sweep/plan.h"
#include "verb.h"

namespace ksmsim {

class SweepInput {
 public:
  /// SCENARIO, a YAML file or a plan.
  void declare_file(CLI::App& verb);
  /// The same, and -s, -p, --zip, --where, --repeat and --yes.
  void declare(CLI::App& verb);
  const std::string& file() const { return file_; }
  /// UsageError without a file, for a mistake, and for very many points without --yes.
  SweepPlan plan(const Session& session) const;
  /// The file and what is set beside it, for a shell beside the scenario; led by a space.
  std::string command(const Session& session) const;
  /// The file's name without folder and ending: "quickstart".
  std::string stem() const;

 private:
  Overrides overrides(const Session& session) const;
  bool sets_anything(const Session& session) const;

  std::string file_;
  std::vector<std::string> settings_, axes_, zips_, conditions_;
  std::string repeat_;
  bool yes_ = false;
};

}  // namespace ksmsim
