#include "ksmsim/config/sweep_points.h"

#include <algorithm>

#include "ksmsim/config/condition.h"
#include "overrides.h"
#include "read_scenario.h"
#include "text.h"
#include "yaml_reader.h"

namespace ksmsim {

struct SweepPoints::Plan {
  /// Axes that go in step; most stand alone.
  struct Group {
    std::vector<std::size_t> axes;
    std::size_t size = 1;
  };

  YamlNode root;  ///< without the sweep
  Scenario scenario;
  std::vector<Position> positions;  ///< of the axes
  std::vector<Group> groups;
  std::vector<std::uint32_t> kept;  ///< numbers in the whole product that the conditions leave
};

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

constexpr std::uint64_t kMostPoints = 10'000'000;
constexpr std::size_t kEnoughProblems = 50;

/// What a person would compare with: numbers as numbers, texts without their quotes.
Condition::Value compared(const std::string& written) {
  if (const auto number = plain_number(written)) return *number;
  const bool in_quotes = written.size() >= 2 && written.front() == '"' && written.back() == '"';
  return in_quotes ? written.substr(1, written.size() - 2) : written;
}

std::optional<Condition::Value> find_setting(const Settings& settings, std::string_view name) {
  for (const auto& [key, value] : settings) {
    if (key == name) return compared(value);
  }
  return std::nullopt;
}

/// Where the scenario's sweep has `key`, or the sweep itself.
Position position_in_sweep(const YamlNode& root, const std::string& part, const std::string& key) {
  const YamlNode* sweep = root.find("sweep");
  if (sweep == nullptr) return {};
  const YamlNode* node = sweep->find(part);
  if (node == nullptr) return sweep->at;
  for (const YamlEntry& entry : node->entries) {
    if (entry.key == key) return entry.at;
  }
  return node->at;
}

std::vector<std::size_t> zipped_with(const SweepSpec& sweep, std::size_t axis) {
  const auto has = [&](const std::vector<std::string>& keys, std::size_t i) {
    return std::find(keys.begin(), keys.end(), sweep.axes[i].key) != keys.end();
  };
  for (const auto& keys : sweep.zip) {
    if (!has(keys, axis)) continue;
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
      if (has(keys, i)) axes.push_back(i);
    }
    return axes;
  }
  return {axis};
}

std::uint64_t product(const SweepSpec& sweep, const std::vector<SweepPoints::Plan::Group>& groups, Position at,
                      Problems& problems) {
  std::uint64_t number = sweep.repeat;
  for (const auto& group : groups) {
    number *= group.size;
    if (number <= kMostPoints) continue;
    problems.add(at, "sweep", "more than 10000000 points");
    problems.throw_if_any();
  }
  return number;
}

/// What point `number` of the whole product sets.
Settings settings_of(const SweepPoints::Plan& plan, std::uint64_t number) {
  const SweepSpec& sweep = plan.scenario.sweep;
  std::vector<std::string> values(sweep.axes.size());
  std::uint64_t rest = number / sweep.repeat;
  for (auto group = plan.groups.rbegin(); group != plan.groups.rend(); ++group) {
    for (const std::size_t axis : group->axes) values[axis] = sweep.axes[axis].values[rest % group->size];
    rest /= group->size;
  }
  Settings settings;
  for (std::size_t i = 0; i < values.size(); ++i) settings.emplace_back(sweep.axes[i].key, values[i]);
  if (sweep.repeat > 1) {
    settings.emplace_back("seed", std::to_string(plan.scenario.seed + number % sweep.repeat));
  }
  return settings;
}

/// Leaves out what the conditions rule out.
void keep_points(SweepPoints::Plan& plan, std::uint64_t number, const Overrides& overrides) {
  std::vector<Condition> conditions(plan.scenario.sweep.where.begin(), plan.scenario.sweep.where.end());
  for (std::uint32_t i = 0; i < number; ++i) {
    const Settings settings = conditions.empty() ? Settings{} : settings_of(plan, i);
    const Condition::Lookup lookup = [&](std::string_view name) {
      const auto found = find_setting(settings, name);
      return found ? found : find_setting(overrides, name);
    };
    const bool kept = std::all_of(conditions.begin(), conditions.end(),
                                  [&](const auto& condition) { return condition.holds(lookup); });
    if (kept) plan.kept.push_back(i);
  }
}

void lay_out(SweepPoints::Plan& plan, const YamlNode& root, const Overrides& overrides, Problems& problems) {
  const SweepSpec& sweep = plan.scenario.sweep;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    plan.positions.push_back(position_in_sweep(root, "axes", sweep.axes[i].key));
    SweepPoints::Plan::Group group{zipped_with(sweep, i), sweep.axes[i].values.size()};
    if (group.axes.front() == i) plan.groups.push_back(std::move(group));
  }
  const std::uint64_t number = product(sweep, plan.groups, position_in_sweep(root, "axes", {}), problems);
  const Position where = position_in_sweep(root, "where", {});
  try {
    keep_points(plan, number, overrides);
  } catch (const UsageError& error) {
    problems.add(where, "sweep.where", error.what());
  }
  if (plan.kept.empty() && problems.empty()) {
    problems.add(where, "sweep.where", "leaves none of " + std::to_string(number) + " points");
  }
  problems.throw_if_any();
}

void remove_sweep(YamlNode& root) {
  const auto is_sweep = [](const YamlEntry& entry) { return entry.key == "sweep"; };
  root.entries.erase(std::remove_if(root.entries.begin(), root.entries.end(), is_sweep), root.entries.end());
}

}  // namespace

SweepPoints::SweepPoints(std::string yaml, std::string file, Overrides overrides)
    : yaml_(std::move(yaml)), file_(std::move(file)), overrides_(std::move(overrides)) {
  Problems problems(file_);
  auto plan = std::make_unique<Plan>();
  plan->root = read_document(problems, yaml_, overrides_);
  plan->scenario = read_named(problems, plan->root);
  const YamlNode root = plan->root;
  remove_sweep(plan->root);
  problems.throw_if_any();
  lay_out(*plan, root, overrides_, problems);
  plan_ = std::move(plan);
}

SweepPoints::~SweepPoints() = default;
SweepPoints::SweepPoints(SweepPoints&&) noexcept = default;
SweepPoints& SweepPoints::operator=(SweepPoints&&) noexcept = default;

const Scenario& SweepPoints::scenario() const { return plan_->scenario; }
std::size_t SweepPoints::size() const { return plan_->kept.size(); }
Settings SweepPoints::settings(std::size_t i) const { return settings_of(*plan_, plan_->kept.at(i)); }

SweepPoint SweepPoints::point(std::size_t i) const {
  SweepPoint point{settings(i), {}};
  Problems problems(file_);
  YamlNode root = plan_->root;
  for (std::size_t axis = 0; axis < point.settings.size(); ++axis) {
    const Position at = axis < plan_->positions.size() ? plan_->positions[axis] : Position{};
    set_path(problems, root, point.settings[axis].first, point.settings[axis].second, at);
  }
  point.scenario = read_named(problems, root);
  problems.throw_if_any();
  return point;
}

void SweepPoints::check_all() const {
  Problems problems(file_);
  for (std::size_t i = 0; i < size() && problems.size() < kEnoughProblems; ++i) {
    try {
      static_cast<void>(point(i));
    } catch (const ScenarioError& error) {
      problems.merge(error.problems());
    }
  }
  problems.throw_if_any();
}

}  // namespace ksmsim
