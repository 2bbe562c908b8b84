#include "ksmsim/config/load.h"

#include <algorithm>

#include "overrides.h"
#include "read_file.h"
#include "read_scenario.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kMostPoints = 100000;
constexpr std::size_t kEnoughProblems = 50;

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

/// Where each axis stands in the file.
Position axis_position(const YamlNode& root, const std::string& key) {
  for (const YamlEntry& entry : root.find("sweep")->find("axes")->entries) {
    if (entry.key == key) return entry.at;
  }
  return {};
}

/// Goes through the cross product, last axis fastest.
class Points {
 public:
  Points(YamlNode root, std::vector<SweepAxis> axes, const std::string& file)
      : root_(std::move(root)), axes_(std::move(axes)), problems_(file) {
    for (const SweepAxis& axis : axes_) positions_.push_back(axis_position(root_, axis.key));
    root_.entries.erase(std::find_if(root_.entries.begin(), root_.entries.end(),
                                     [](const YamlEntry& entry) { return entry.key == "sweep"; }));
  }

  std::vector<SweepPoint> all() {
    check_number();
    std::vector<std::size_t> at(axes_.size(), 0);
    std::vector<SweepPoint> points;
    do {
      points.push_back(point(at));
    } while (problems_.size() < kEnoughProblems && advance(at));
    problems_.throw_if_any();
    return points;
  }

 private:
  void check_number() {
    std::uint64_t number = 1;
    for (const SweepAxis& axis : axes_) {
      number *= axis.values.size();
      if (number <= kMostPoints) continue;
      problems_.add(positions_[0], "sweep.axes", "more than 100000 points");
      problems_.throw_if_any();
    }
  }
  SweepPoint point(const std::vector<std::size_t>& at) {
    SweepPoint out;
    Problems problems(problems_.file());
    YamlNode root = root_;
    for (std::size_t i = 0; i < axes_.size(); ++i) {
      const std::string& value = axes_[i].values[at[i]];
      out.settings.emplace_back(axes_[i].key, value);
      set_path(problems, root, axes_[i].key, value, positions_[i]);
    }
    out.scenario = read_named(problems, root);
    problems_.merge(problems);
    return out;
  }
  bool advance(std::vector<std::size_t>& at) const {
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < axes_[i].values.size()) return true;
      at[i] = 0;
    }
    return false;
  }

  YamlNode root_;
  std::vector<SweepAxis> axes_;
  std::vector<Position> positions_;
  Problems problems_;
};

std::vector<SweepPoint> parse_points(const std::string& yaml, const std::string& file, const Overrides& overrides) {
  Problems problems(file);
  YamlNode root = read_document(problems, yaml, overrides);
  const YamlNode* sweep = root.find("sweep");
  if (sweep != nullptr && problems.empty()) {
    Problems of_sweep(file);  // any are found again with all others below
    std::vector<SweepAxis> axes = read_sweep(of_sweep, *sweep);
    if (of_sweep.empty()) return Points(std::move(root), std::move(axes), file).all();
  }
  Scenario scenario = read_named(problems, root);
  problems.throw_if_any();
  return {SweepPoint{{}, std::move(scenario)}};
}

}  // namespace

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
  return parse_points(read_file(path), path, overrides);
}

}  // namespace ksmsim
