#include "ksmsim/sweep/plan.h"

#include <nlohmann/json.hpp>

#include "ksmsim/base/error.h"
#include "ksmsim/hash/file_digest.h"
#include "ksmsim/hash/hash_plugins.h"

namespace ksmsim {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kPlanForm = 1;

[[noreturn]] void no_plan(const std::string& name) {
  throw UsageError(name + ": not a sweep's plan as `ksmsim sweep plan` writes it");
}

Json pairs_json(const std::vector<std::pair<std::string, std::string>>& pairs) {
  Json list = Json::array();
  for (const auto& [key, value] : pairs) list.push_back({key, value});
  return list;
}

Overrides overrides_of(const Json& list) {
  Overrides overrides;
  for (const Json& pair : list) overrides.emplace_back(pair.at(0).get<std::string>(), pair.at(1).get<std::string>());
  return overrides;
}

void check_version(const Json& json, const std::string& name) {
  const int version = json.at("result_version").get<int>();
  if (json.at("ksmsim_plan").get<int>() == kPlanForm && version == kResultVersion) return;
  throw UsageError(name + ": of another version of ksmsim, whose results may differ (result version " +
                   std::to_string(version) + ", here " + std::to_string(kResultVersion) + ")");
}

}  // namespace

std::string PointIdentity::digest_of(const std::string& file) {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::string& digest = digests_[file];
  if (digest.empty()) digest = file_digest(file);
  return digest;
}

std::string PointIdentity::of(const Scenario& scenario) {
  Scenario counted = scenario;
  counted.name = "point";
  counted.description.clear();
  counted.reference = {};
  counted.sweep = {};
  for (VmSpec& vm : counted.vms) {
    if (vm.trace) vm.trace->written = digest_of(vm.trace->file) + "#" + vm.trace->vm;
  }
  std::string text = "ksmsim result " + std::to_string(kResultVersion) + "\n" + to_yaml(resolved_tree(counted));
  if (const HashPlugin* plugin = find_hash_plugin(scenario.ksm.hash)) text += "hash plug-in " + plugin->digest + "\n";
  return text_digest(text);
}

SweepPlan::SweepPlan(SweepPoints points) : points_(std::move(points)) {
  PointIdentity identity;
  ids_.reserve(points_.size());
  try {
    for (std::size_t i = 0; i < points_.size(); ++i) ids_.push_back(identity.of(points_.point(i).scenario));
  } catch (const ScenarioError&) {
    points_.check_all();  // those of the other points too
    throw;
  }
}

bool SweepPlan::is_plan(const std::string& text) { return text.compare(0, 15, "{\"ksmsim_plan\":") == 0; }

std::string SweepPlan::text() const {
  const Json head = {{"ksmsim_plan", kPlanForm},
                     {"result_version", kResultVersion},
                     {"file", points_.file()},
                     {"scenario", points_.yaml()},
                     {"set", pairs_json(points_.overrides())}};
  std::string text = head.dump();
  text.back() = ',';
  text += "\n\"points\":[";
  for (std::size_t i = 0; i < size(); ++i) {
    Json settings = Json::object();
    for (const auto& [key, value] : points_.settings(i)) settings[key] = value;
    const Json point = {{"id", ids_[i]}, {"settings", std::move(settings)}};
    text += (i == 0 ? "\n" : ",\n") + point.dump();
  }
  return text + "]}\n";
}

SweepPlan SweepPlan::parse(const std::string& text, const std::string& name) {
  try {
    const Json json = Json::parse(text);
    check_version(json, name);
    SweepPoints points(json.at("scenario").get<std::string>(), json.at("file").get<std::string>(),
                       overrides_of(json.at("set")));
    std::vector<std::string> ids;
    for (const Json& point : json.at("points")) ids.push_back(point.at("id").get<std::string>());
    if (ids.size() != points.size()) no_plan(name);
    for (const std::string& id : ids) {
      if (!is_digest(id)) no_plan(name);
    }
    return {std::move(points), std::move(ids)};
  } catch (const Json::exception&) {
    no_plan(name);
  }
}

}  // namespace ksmsim
