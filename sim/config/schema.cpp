#include <algorithm>

#include "fields.h"
#include "keys.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/load.h"

namespace ksmsim {
namespace {

constexpr const char* kSizePattern = "^[0-9]+(\\.[0-9]+)? ?([KMGT]iB|[kMGT]?B|[KMGT])$";
constexpr const char* kCostPattern = "^[0-9]+(\\.[0-9]+)? ?(ns|us|ms|s)$";
constexpr const char* kDurationPattern = "^[0-9]+(\\.[0-9]+)? ?(ns|us|ms|s|min|h|d)$";

Tree words(const std::vector<std::string>& list) {
  Tree::List out;
  for (const std::string& word : list) out.push_back(tree_of(word));
  return {std::move(out), {}};
}

Tree::Map typed(const char* type) { return {{"type", tree_of(type)}}; }

Tree::Map either(std::vector<Tree::Map> options, const char* how = "anyOf") {
  Tree::List list;
  for (Tree::Map& option : options) list.push_back({std::move(option), {}});
  return {{how, {std::move(list), {}}}};
}

Tree::Map one_of(const std::vector<std::string>& list) { return {{"enum", words(list)}}; }
Tree::Map matching(const char* pattern) { return {{"type", tree_of("string")}, {"pattern", tree_of(pattern)}}; }

Tree::Map integer_schema(const Key& key) {
  if (!key.choices.empty()) {
    Tree::List numbers;
    for (const std::string& word : choice_words(key.choices)) {
      numbers.push_back(tree_of(*parse_integer(word).value));
    }
    return {{"enum", {std::move(numbers), {}}}};
  }
  Tree::Map map = typed("integer");
  map.emplace_back("minimum", tree_of(key.least));
  if (key.most != std::numeric_limits<std::uint64_t>::max()) map.emplace_back("maximum", tree_of(key.most));
  return map;
}

/// Words in quotes or not: 4.14 is a number to most readers of YAML.
Tree::Map text_schema(const Key& key) {
  const auto choices = choice_words(key.choices);
  if (key.choices == "@kernel") {
    return either({choices.empty() ? typed("string") : one_of(choices), typed("number")});
  }
  if (key.choices == "@cpu") return either({one_of(choices), matching("\\.yaml$")});
  if (!choices.empty()) return one_of(choices);
  return {{"type", words({"string", "number"})}};
}

Tree::Map boolean_schema(bool kernel) {
  Tree::List values = {tree_of(true), tree_of(false)};
  for (const char* word : {"on", "off", "yes", "no"}) values.push_back(tree_of(word));
  if (kernel)
    values.insert(values.end(), {tree_of(std::uint64_t{0}), tree_of(std::uint64_t{1}), tree_of("y"), tree_of("n")});
  return {{"enum", {std::move(values), {}}}};
}

Tree::Map scalar_schema(const Key& key) {
  switch (key.type) {
    case KeyType::boolean:
      return boolean_schema(false);
    case KeyType::flag:
      return boolean_schema(true);
    case KeyType::integer:
      return integer_schema(key);
    case KeyType::real:
      return typed("number");
    case KeyType::size:
      return matching(kSizePattern);
    case KeyType::duration:
      return matching(kDurationPattern);
    case KeyType::share:
      return either({typed("number"), matching("^[0-9]+(\\.[0-9]+)?%$")});
    case KeyType::cost:
      return matching(kCostPattern);
    case KeyType::sample:
      return either({one_of({"batch", "full_scan"}), matching(kDurationPattern)});
    case KeyType::pages:
    case KeyType::page_range:
    case KeyType::content:
      return {{"type", words({"string", "integer"})}};
    default:
      return text_schema(key);
  }
}

Tree::Map object_schema(std::string_view path);

/// Keys of `set` and its like, which the table does not list.
Tree::Map names_schema(const Key& key) {
  Tree::Map map = typed("object");
  if (key.path == "events[].set") {
    map.emplace_back("propertyNames", Tree{one_of(tunable_names()), {}});
    map.emplace_back("minProperties", tree_of(std::uint64_t{1}));
    map.emplace_back("maxProperties", tree_of(std::uint64_t{1}));
  }
  if (key.path == "reference.checksum_ns") map.emplace_back("additionalProperties", Tree{typed("number"), {}});
  if (key.path == "host.cpu.hot") map.emplace_back("additionalProperties", Tree{matching(kCostPattern), {}});
  return map;
}

Tree::Map model_schema(const PluginInfo& model) {
  constexpr KeyType kTypes[] = {KeyType::boolean, KeyType::integer,  KeyType::real, KeyType::text,
                                KeyType::size,    KeyType::duration, KeyType::share};
  Tree::Map properties{{"model", {Tree::Map{{"const", tree_of(model.name)}}, {}}}};
  for (const ParamSpec& param : model.params) {
    Tree::Map schema = scalar_schema({{}, kTypes[static_cast<std::size_t>(param.type)], {}, {}});
    schema.emplace_back("description", tree_of(param.help));
    const std::size_t dot = param.key.find('.');
    if (dot == std::string::npos) {
      properties.emplace_back(param.key, Tree{std::move(schema), {}});
      continue;
    }
    const std::string group = param.key.substr(0, dot);
    auto found = std::find_if(properties.begin(), properties.end(), [&](const auto& p) { return p.first == group; });
    if (found == properties.end()) {
      properties.emplace_back(group, Tree{Tree::Map{{"type", tree_of("object")},
                                                    {"additionalProperties", tree_of(false)},
                                                    {"properties", {Tree::Map{}, {}}}},
                                          {}});
      found = properties.end() - 1;
    }
    auto& inner = std::get<Tree::Map>(std::get<Tree::Map>(found->second.value).back().second.value);
    inner.emplace_back(param.key.substr(dot + 1), Tree{std::move(schema), {}});
  }
  Tree::Map map = typed("object");
  map.emplace_back("description", tree_of(model.summary));
  map.emplace_back("properties", Tree{std::move(properties), {}});
  map.emplace_back("required", words({"model"}));
  map.emplace_back("additionalProperties", tree_of(false));
  return map;
}

Tree::Map contents_schema() {
  std::vector<Tree::Map> models;
  for (const PluginInfo* model : catalogue_list("model")) models.push_back(model_schema(*model));
  if (!models.empty()) return either(std::move(models));
  Tree::Map map = typed("object");
  map.emplace_back("required", words({"model"}));
  return map;
}

Tree::Map list_of(Tree::Map items) {
  Tree::Map map = typed("array");
  map.emplace_back("items", Tree{std::move(items), {}});
  return map;
}

Tree::Map list_schema(const std::string& path) {
  const Tree::Map texts = list_of(typed("string"));
  if (path == "sweep.zip") return either({list_of(texts), texts});
  if (path == "sweep.where") return either({typed("string"), texts});
  return list_of(object_schema(path + "[]"));
}

Tree::Map key_schema(const Key& key) {
  Tree::Map map;
  const std::string path(key.path);
  if (path == "vms[].contents") {
    map = contents_schema();
  } else if (key.type == KeyType::mapping) {
    map = object_schema(path);
  } else if (key.type == KeyType::list) {
    map = list_schema(path);
  } else if (key.type == KeyType::any_names) {
    map = names_schema(key);
  } else if (!child_names(path).empty()) {
    map = either({scalar_schema(key), object_schema(path)});
  } else {
    map = scalar_schema(key);
  }
  map.emplace_back("description", tree_of(std::string(key.help)));
  if (!default_value(key).empty()) {
    map.emplace_back("default", tree_of(std::string(default_value(key))));
  }
  return map;
}

Tree::Map exactly_one(const std::vector<std::string>& names) {
  std::vector<Tree::Map> options;
  for (const std::string& name : names) options.push_back({{"required", words({name})}});
  return either(std::move(options), "oneOf");
}

/// What the table cannot say of a mapping.
void add_conditions(std::string_view path, Tree::Map& map) {
  if (path == "stop") map.emplace_back("minProperties", tree_of(std::uint64_t{1}));
  if (path == "vms[]") map.push_back(exactly_one({"contents", "trace", "regions"})[0]);
  if (path == "events[]") {
    map.push_back(either({exactly_one({"at", "after_batch", "after_full_scan"}),
                          exactly_one({"write", "discard", "unmap", "unmergeable", "mergeable", "kill", "set"})},
                         "allOf")[0]);
  }
}

Tree::Map object_schema(std::string_view path) {
  Tree::Map properties;
  std::vector<std::string> required;
  for (const std::string& name : child_names(path)) {
    const Key* key = find_key(path.empty() ? name : std::string(path) + "." + name);
    if (key->required) required.push_back(name);
    properties.emplace_back(name, Tree{key_schema(*key), {}});
  }
  Tree::Map map = typed("object");
  map.emplace_back("properties", Tree{std::move(properties), {}});
  if (!required.empty()) map.emplace_back("required", words(required));
  map.emplace_back("additionalProperties", tree_of(false));
  add_conditions(path, map);
  return map;
}

}  // namespace

Tree scenario_schema() {
  Tree::Map map = {{"$schema", tree_of("http://json-schema.org/draft-07/schema#")},
                   {"title", tree_of("ksmsim scenario")}};
  for (auto& entry : object_schema("")) map.push_back(std::move(entry));
  return {std::move(map), {}};
}

}  // namespace ksmsim
