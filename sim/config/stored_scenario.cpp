#include "ksmsim/config/stored_scenario.h"

#include <algorithm>
#include <optional>

#include "overrides.h"
#include "read_file.h"
#include "read_scenario.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

void erase_key(YamlNode& map, std::string_view key) {
  const auto is_key = [&](const YamlEntry& entry) { return entry.key == key; };
  map.entries.erase(std::remove_if(map.entries.begin(), map.entries.end(), is_key), map.entries.end());
}

/// Takes host.cpu out of the document if it names a file.
std::optional<std::string> take_profile_file(YamlNode& root) {
  YamlNode* host = root.find("host");
  const YamlNode* cpu = host == nullptr ? nullptr : host->find("cpu");
  if (cpu == nullptr || !names_a_file(*cpu)) return std::nullopt;
  std::string file = cpu->text;
  erase_key(*host, "cpu");
  return file;
}

Scenario read(const std::string& name, YamlNode root, const Overrides& settings) {
  Problems problems(name);
  apply_overrides(problems, root, settings);
  const std::optional<std::string> profile = take_profile_file(root);
  Scenario scenario = read_scenario(problems, root);
  problems.throw_if_any();
  if (profile) {
    scenario.host.cpu = file_stem(*profile);
    scenario.host.cpu_profile = CpuSpec{};
    scenario.host.cpu_profile->source = *profile;
  }
  return scenario;
}

}  // namespace

StoredScenario::StoredScenario(const std::string& text, std::string name) : name_(std::move(name)) {
  if (text.size() > kLargestScenario) throw_unreadable(name_, kTooLarge);
  Problems problems(name_);
  YamlNode root = read_yaml(text, problems);
  problems.throw_if_any();
  root_ = std::make_shared<const YamlNode>(std::move(root));
}

Scenario StoredScenario::base() const { return read(name_, *root_, {}); }

Scenario StoredScenario::point(const Overrides& settings) const {
  YamlNode root = *root_;
  erase_key(root, "sweep");
  return read(name_, std::move(root), settings);
}

}  // namespace ksmsim
