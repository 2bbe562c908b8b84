#include "ksmsim/config/load.h"

#include "ksmsim/config/sweep_points.h"
#include "overrides.h"
#include "read_file.h"
#include "read_scenario.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostAtOnce = 10000;

}  // namespace

Scenario read_named(Problems& problems, const YamlNode& root) {
  Scenario scenario = read_scenario(problems, root);
  if (scenario.name.empty()) scenario.name = file_stem(problems.file());
  if (scenario.name.empty()) scenario.name = "scenario";
  return scenario;
}

YamlNode read_document(Problems& problems, const std::string& yaml, const Overrides& overrides) {
  if (yaml.size() > kLargestScenario) throw_unreadable(problems.file(), kTooLarge);
  YamlNode root = read_yaml(yaml, problems);
  if (root.kind == YamlNode::Kind::null) {
    problems.add({1, 1}, {}, "is empty; expected a scenario");
    problems.throw_if_any();
  }
  apply_overrides(problems, root, overrides);
  return root;
}

Scenario parse_scenario(const std::string& yaml, const std::string& file_name, const Overrides& overrides) {
  Problems problems(file_name);
  const YamlNode root = read_document(problems, yaml, overrides);
  Scenario scenario = read_named(problems, root);
  problems.throw_if_any();
  return scenario;
}

Scenario load_scenario(const std::string& path, const Overrides& overrides) {
  return parse_scenario(read_file(path), path, overrides);
}

std::vector<SweepPoint> load_points(const std::string& path, const Overrides& overrides) {
  const SweepPoints points(read_file(path), path, overrides);
  if (points.size() > kMostAtOnce) {
    throw UsageError(path + ": " + std::to_string(points.size()) + " points; ksmsim sweep takes so many, with --yes");
  }
  std::vector<SweepPoint> all;
  all.reserve(points.size());
  try {
    for (std::size_t i = 0; i < points.size(); ++i) all.push_back(points.point(i));
  } catch (const ScenarioError&) {
    points.check_all();  // those of the other points too
    throw;
  }
  return all;
}

}  // namespace ksmsim
