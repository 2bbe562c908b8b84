#include <algorithm>

#include "ksmsim/base/plugin.h"
#include "read_scenario.h"
#include "text.h"

namespace ksmsim {
namespace {

struct Given {
  std::string key;  ///< with its dot
  Position at;
  const YamlNode* node;
};

bool is_group(const std::vector<ParamSpec>& params, const std::string& name) {
  const auto begins = [&](const ParamSpec& p) { return p.key.compare(0, name.size() + 1, name + ".") == 0; };
  return std::any_of(params.begin(), params.end(), begins);
}

/// The parameters as given, mappings taken apart: {slow: {period: 5s}} is slow.period.
std::vector<Given> flatten(Problems& problems, const YamlNode& node, const Place& place,
                           const std::vector<ParamSpec>& params) {
  std::vector<Given> out;
  for (const YamlEntry& entry : node.entries) {
    if (entry.key == "model") continue;
    if (!is_group(params, entry.key)) {
      out.push_back({entry.key, entry.at, &entry.node});
    } else if (!entry.node.is_map()) {
      problems.add(entry.node.at, place.child(entry.key).shown, "expected a mapping");
    } else {
      for (const YamlEntry& inner : entry.node.entries) {
        out.push_back({entry.key + "." + inner.key, inner.at, &inner.node});
      }
    }
  }
  return out;
}

void check_names(Problems& problems, const std::vector<Given>& given, const Place& place, const PluginInfo& info) {
  std::vector<std::string> known;
  for (const ParamSpec& spec : info.params) known.push_back(spec.key);
  for (const Given& param : given) {
    if (std::find(known.begin(), known.end(), param.key) != known.end()) continue;
    problems.add(param.at, place.child(shortened(param.key)).shown,
                 "the " + info.kind + " '" + info.name + "' has no such parameter", nearest_word(param.key, known));
  }
}

}  // namespace

PluginSpec read_plugin(Problems& problems, const YamlNode& node, const Place& place, std::string_view kind) {
  PluginSpec plugin;
  if (!node.is_map()) {
    problems.add(node.at, place.shown, "expected a mapping, such as {model: NAME}");
    return plugin;
  }
  const YamlNode* name = node.find("model");
  if (name == nullptr) {
    problems.add(node.at, place.child("model").shown, "is required but missing");
    return plugin;
  }
  const auto value = read_value(problems, *name, place.child("model"));
  if (!value) return plugin;
  plugin.name = std::get<std::string>(*value);
  const PluginInfo* found = catalogue_find(kind, plugin.name);
  const PluginInfo info = found != nullptr ? *found : PluginInfo{std::string(kind), plugin.name, {}, {}};
  const auto given = flatten(problems, node, place, info.params);
  check_names(problems, given, place, info);
  for (const ParamSpec& spec : info.params) {
    const auto param = std::find_if(given.begin(), given.end(), [&](const Given& g) { return g.key == spec.key; });
    const std::string shown = place.child(spec.key).shown;
    if (param != given.end()) {
      if (const auto read = read_param(problems, *param->node, shown, spec.type)) plugin.params.set(spec.key, *read);
    } else if (!spec.fallback.empty()) {
      plugin.params.set(spec.key, parse_default(spec.type, spec.fallback));
    } else {
      problems.add(node.at, shown, "is required but missing");
    }
  }
  return plugin;
}

}  // namespace ksmsim
