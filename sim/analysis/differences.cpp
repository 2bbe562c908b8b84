#include "differences.h"

#include <algorithm>
#include <map>
#include <set>

#include "ksmsim/config/load.h"
#include "ksmsim/config/quantity.h"

namespace ksmsim {
namespace {

struct TextOf {
  std::string operator()(std::monostate) const { return "-"; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return std::to_string(value); }
  std::string operator()(std::uint64_t value) const { return std::to_string(value); }
  std::string operator()(double value) const { return format_real(value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Tree::List&) const { return "[]"; }
  std::string operator()(const Tree::Map&) const { return "{}"; }
};

/// Leaves of a document by their paths, in the order in which they stand.
class Leaves {
 public:
  explicit Leaves(const PointResult& point) {
    add("", resolved_tree(point.scenario));
    put("checksum.source", point.checksum.source);
    put("checksum.implementation", point.checksum.implementation);
    put("checksum.profile", point.checksum.profile);
  }
  const std::vector<std::string>& keys() const { return keys_; }
  std::string at(const std::string& key) const {
    const auto found = values_.find(key);
    return found == values_.end() || found->second.empty() ? "-" : found->second;
  }

 private:
  void put(const std::string& key, const std::string& value) {
    keys_.push_back(key);
    values_[key] = value;
  }
  void add(const std::string& path, const Tree& tree) {
    if (const auto* map = std::get_if<Tree::Map>(&tree.value); map != nullptr && !map->empty()) {
      const std::string prefix = path.empty() ? "" : path + ".";
      for (const auto& [name, value] : *map) add(prefix + name, value);
    } else if (const auto* list = std::get_if<Tree::List>(&tree.value); list != nullptr && !list->empty()) {
      for (std::size_t i = 0; i < list->size(); ++i) {
        add(std::string(path).append("[").append(std::to_string(i)).append("]"), (*list)[i]);
      }
    } else {
      put(path, std::visit(TextOf{}, tree.value));
    }
  }

  std::vector<std::string> keys_;
  std::map<std::string, std::string> values_;
};

bool is_left_out(const std::string& key, bool repeats) {
  return key == "description" || key.starts_with("sweep.") || key == "sweep" || key.starts_with("reference.") ||
         key == "reference" || (repeats && key == "seed");
}

}  // namespace

std::vector<Difference> differences_of(const std::vector<const PointResult*>& points, bool repeats) {
  std::vector<Leaves> all;
  std::vector<std::string> keys;
  std::set<std::string> seen;
  all.reserve(points.size());
  for (const PointResult* point : points) all.emplace_back(*point);
  for (const Leaves& leaves : all) {
    for (const std::string& key : leaves.keys()) {
      if (seen.insert(key).second) keys.push_back(key);
    }
  }
  std::vector<Difference> differences;
  for (const std::string& key : keys) {
    if (is_left_out(key, repeats)) continue;
    Difference difference{key, {}};
    for (const Leaves& leaves : all) difference.values.push_back(leaves.at(key));
    const auto& values = difference.values;
    if (std::count(values.begin(), values.end(), values.front()) != static_cast<std::ptrdiff_t>(values.size())) {
      differences.push_back(std::move(difference));
    }
  }
  return differences;
}

}  // namespace ksmsim
