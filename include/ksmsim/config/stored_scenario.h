#pragma once
// A scenario as results keep it: resolved, with what a sweep set of it for each point.
#include <memory>
#include <string>

#include "ksmsim/config/load.h"

namespace ksmsim {

struct YamlNode;

/// Opens no file: traces and cost profiles that the scenario was made with need not be here.
class StoredScenario {
 public:
  /// `text` is what resolved_tree() gave, as YAML or JSON, from the file `name`. ScenarioError if it is none.
  StoredScenario(const std::string& text, std::string name);

  /// As in the file, sweep included.
  Scenario base() const;
  /// Of the point that the sweep gave these settings. ScenarioError. The figures of a cost profile that was in a file
  /// are not known, only its name.
  Scenario point(const Overrides& settings) const;

 private:
  std::string name_;
  std::shared_ptr<const YamlNode> root_;
};

}  // namespace ksmsim
