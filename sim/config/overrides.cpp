#include "overrides.h"

#include <algorithm>
#include <vector>

#include "keys.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/quantity.h"
#include "text.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

constexpr std::string_view kAxes = "sweep.axes.";
constexpr std::size_t kMostWrittenOut = 100000;

/// The parts between dots; the key of an axis is one part.
std::vector<std::string> split(const std::string& path) {
  if (path.compare(0, kAxes.size(), kAxes) == 0) return {"sweep", "axes", path.substr(kAxes.size())};
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

/// Replaces item `index`, which has a count, by its copies.
void write_out_count(YamlNode& list, std::size_t index, std::uint64_t count) {
  YamlNode group = std::move(list.items[index]);
  const auto is_count = [](const YamlEntry& entry) { return entry.key == "count"; };
  group.entries.erase(std::find_if(group.entries.begin(), group.entries.end(), is_count));
  const std::string name = group.find("name")->text;
  std::vector<YamlNode> copies(count, group);
  for (std::size_t i = 0; i < copies.size(); ++i) copies[i].find("name")->text = name + std::to_string(i);
  const auto place = list.items.begin() + static_cast<std::ptrdiff_t>(index);
  list.items.insert(list.items.erase(place), copies.begin(), copies.end());
}

/// The VM of that name; a group that it belongs to is written out first.
YamlNode* find_named(YamlNode& list, const std::string& name) {
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    YamlNode* given = list.items[i].find("name");
    if (given == nullptr || !given->is_scalar()) continue;
    if (given->text == name) return &list.items[i];
    const YamlNode* count_node = list.items[i].find("count");
    if (count_node == nullptr || name.compare(0, given->text.size(), given->text) != 0) continue;
    const auto count = parse_integer(count_node->text);
    const auto number = parse_integer(std::string_view(name).substr(given->text.size()));
    if (!count.value || !number.value || *number.value >= *count.value || *count.value > kMostWrittenOut) continue;
    write_out_count(list, i, *count.value);
    return &list.items[i + *number.value];
  }
  return nullptr;
}

/// One step down from `node`, made if it is missing; nullptr if there is no way.
YamlNode* step(YamlNode& node, const std::string& part, Position at) {
  if (node.is_list()) {
    const auto index = parse_integer(part);
    if (index.value && *index.value < node.items.size()) return &node.items[*index.value];
    return find_named(node, part);
  }
  if (node.kind == YamlNode::Kind::null) node.kind = YamlNode::Kind::map;
  if (!node.is_map()) return nullptr;
  if (YamlNode* found = node.find(part)) return found;
  node.entries.push_back({part, at, {}});
  node.entries.back().node.at = at;
  return &node.entries.back().node;
}

void erase_entry(YamlNode& map, const std::string& key) {
  const auto is_it = [&](const YamlEntry& entry) { return entry.key == key; };
  map.entries.erase(std::remove_if(map.entries.begin(), map.entries.end(), is_it), map.entries.end());
}

/// From lists of keys, or a single one.
void drop_zipped(YamlNode& zip, const std::string& path) {
  for (YamlNode& item : zip.items) drop_zipped(item, path);
  const auto is_it = [&](const YamlNode& item) {
    return item.is_scalar() ? item.text == path : item.is_list() && item.items.empty();
  };
  zip.items.erase(std::remove_if(zip.items.begin(), zip.items.end(), is_it), zip.items.end());
}

void drop_axis(YamlNode& root, const std::string& path) {
  YamlNode* sweep = root.find("sweep");
  YamlNode* axes = sweep == nullptr ? nullptr : sweep->find("axes");
  if (axes == nullptr || axes->find(path) == nullptr) return;
  erase_entry(*axes, path);
  if (YamlNode* zip = sweep->find("zip")) drop_zipped(*zip, path);
  if (!axes->entries.empty()) return;
  erase_entry(*sweep, "axes");
  if (sweep->find("repeat") == nullptr) erase_entry(root, "sweep");
}

/// Whether any name may follow below `path`: parameters of plug-ins, hashes.
bool is_open(const std::string& path) {
  const Key* key = find_key(path);
  return key != nullptr && (key->type == KeyType::any_names || path == "vms[].contents");
}

}  // namespace

std::optional<YamlNode> parse_flow(Problems& problems, const std::string& path, const std::string& text, Position at) {
  Problems inner("value");
  YamlNode list;
  try {
    list = read_yaml("[" + text + "\n]", inner);
    inner.throw_if_any();
  } catch (const ScenarioError& error) {
    problems.add(at, path, quoted(text) + " is not a YAML value: " + error.problems()[0].message);
    return std::nullopt;
  }
  if (!list.is_list() || list.items.size() > 1) {
    problems.add(at, path,
                 "expected one value, got " + quoted(text) + "; quote a text that has commas, bracket a list");
    return std::nullopt;
  }
  YamlNode value = list.items.empty() ? YamlNode{} : std::move(list.items[0]);
  set_position(value, at);
  return value;
}

void set_path(Problems& problems, YamlNode& root, const std::string& path, const std::string& text, Position at) {
  const auto value = parse_flow(problems, shortened(path), text, at);
  if (!value || (!root.is_map() && root.kind != YamlNode::Kind::null)) return;
  YamlNode* node = &root;
  for (const std::string& part : split(path)) {
    node = part.empty() ? nullptr : step(*node, part, at);
    if (node == nullptr) {
      problems.add(at, shortened(path), "there is no " + quoted(part) + " to set");
      return;
    }
  }
  *node = *value;
}

void apply_overrides(Problems& problems, YamlNode& root, const Overrides& overrides) {
  for (const auto& [path, value] : overrides) {
    drop_axis(root, path);
    set_path(problems, root, path, value, {});
  }
}

void check_path(Problems& problems, const std::string& path, Position at) {
  std::string table;
  for (const std::string& part : split(path)) {
    const Key* parent = find_key(table);
    if (parent != nullptr && parent->type == KeyType::list) {
      table += "[]";  // a number or a name
      continue;
    }
    if (is_open(table)) return;
    const std::string child = table.empty() ? part : table + "." + part;
    if (find_key(child) == nullptr) {
      problems.add(at, shortened(path), "no such key in a scenario", nearest_word(part, child_names(table)));
      return;
    }
    table = child;
  }
}

}  // namespace ksmsim
