#include "overrides.h"
#include "read_scenario.h"

namespace ksmsim {
namespace {

std::vector<std::string> read_values(Problems& problems, const YamlNode& node, const std::string& shown) {
  if (!node.is_list()) return {flow_text(node)};
  if (node.items.empty()) problems.add(node.at, shown, "needs at least one value");
  std::vector<std::string> values;
  for (const YamlNode& item : node.items) values.push_back(flow_text(item));
  return values;
}

}  // namespace

std::vector<SweepAxis> read_sweep(Problems& problems, const YamlNode& node) {
  std::vector<SweepAxis> sweep;
  const Place place{"sweep", "sweep"};
  if (!check_mapping(problems, node, place)) return sweep;
  const YamlNode* axes = node.find("axes");
  if (axes == nullptr) return sweep;
  if (!axes->is_map() || axes->entries.empty()) {
    problems.add(axes->at, "sweep.axes", "expected keys and their values, such as {ksm.hash: [xxh64, jhash2]}");
    return sweep;
  }
  for (const YamlEntry& entry : axes->entries) {
    check_path(problems, entry.key, entry.at);
    sweep.push_back({entry.key, read_values(problems, entry.node, "sweep.axes." + entry.key)});
  }
  return sweep;
}

}  // namespace ksmsim
