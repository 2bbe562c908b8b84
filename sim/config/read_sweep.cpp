#include <algorithm>
#include <set>

#include "ksmsim/base/error.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/condition.h"
#include "overrides.h"
#include "range.h"
#include "read_scenario.h"
#include "text.h"

namespace ksmsim {
namespace {

const char* const kAxesForm = "expected keys and their values, such as {ksm.hash: [xxh64, jhash2]}";

class SweepReader {
 public:
  SweepReader(Problems& problems, const YamlNode& node) : problems_(problems), node_(node) {}

  SweepSpec read() {
    if (!check_mapping(problems_, node_, Place{"sweep", "sweep"})) return sweep_;
    if (const YamlNode* axes = node_.find("axes")) read_axes(*axes);
    if (const YamlNode* zip = node_.find("zip")) read_zip(*zip);
    if (const YamlNode* where = node_.find("where")) read_where(*where);
    if (const YamlNode* repeat = node_.find("repeat")) read_repeat(*repeat);
    if (node_.find("axes") == nullptr && node_.find("repeat") == nullptr) {
      problems_.add(node_.at, "sweep", "needs axes or repeat; nothing is swept");
    }
    return sweep_;
  }

 private:
  void read_axes(const YamlNode& axes) {
    if (!axes.is_map() || axes.entries.empty()) return problems_.add(axes.at, "sweep.axes", kAxesForm);
    for (const YamlEntry& entry : axes.entries) {
      check_path(problems_, entry.key, entry.at);
      check_contradiction(entry);
      sweep_.axes.push_back({entry.key, values(entry.node, "sweep.axes." + entry.key)});
    }
  }
  /// Two axes that set the same: the later one would win.
  void check_contradiction(const YamlEntry& entry) {
    const auto lies_in = [](const std::string& inner, const std::string& outer) {
      return inner.compare(0, outer.size() + 1, outer + ".") == 0;
    };
    for (const SweepAxis& axis : sweep_.axes) {
      if (!lies_in(axis.key, entry.key) && !lies_in(entry.key, axis.key)) continue;
      problems_.add(entry.at, "sweep.axes." + entry.key, "contradicts the axis " + quoted(axis.key) + ": both set it");
    }
  }
  std::vector<std::string> values(const YamlNode& node, const std::string& shown) {
    std::vector<std::string> all;
    if (!node.is_list()) {
      add_values(node, shown, all);
    } else {
      if (node.items.empty()) problems_.add(node.at, shown, "needs at least one value");
      for (const YamlNode& item : node.items) add_values(item, shown, all);
    }
    std::set<std::string> seen;
    for (const std::string& value : all) {
      if (!seen.insert(value).second) problems_.add(node.at, shown, "has " + quoted(value) + " twice");
    }
    return all;
  }
  void add_values(const YamlNode& node, const std::string& shown, std::vector<std::string>& all) {
    const auto range = node.is_scalar() && !node.quoted ? expand_range(node.text) : Parsed<std::vector<std::string>>{};
    if (!range.error.empty()) problems_.add(node.at, shown, range.error);
    if (range.value) {
      all.insert(all.end(), range.value->begin(), range.value->end());
    } else {
      all.push_back(flow_text(node));
    }
  }

  const SweepAxis* axis(const std::string& key) const {
    const auto found =
        std::find_if(sweep_.axes.begin(), sweep_.axes.end(), [&](const auto& a) { return a.key == key; });
    return found == sweep_.axes.end() ? nullptr : &*found;
  }
  void read_zip(const YamlNode& zip) {
    const bool one = zip.is_list() && !zip.items.empty() && zip.items[0].is_scalar();  // a single group
    const std::vector<YamlNode> groups = one ? std::vector<YamlNode>{zip} : zip.items;
    if (!zip.is_list())
      problems_.add(zip.at, "sweep.zip", "expected lists of keys of axes, as [[vms.a.memory, vms.b.memory]]");
    for (const YamlNode& group : groups) read_group(group);
  }
  void read_group(const YamlNode& group) {
    if (!group.is_list()) return problems_.add(group.at, "sweep.zip", "expected a list of keys of axes");
    std::vector<std::string> keys;
    for (const YamlNode& item : group.items) {
      if (const SweepAxis* found = zipped_axis(item)) {
        keys.push_back(found->key);
        const std::size_t first = axis(keys.front())->values.size(), here = found->values.size();
        if (here == first) continue;
        problems_.add(item.at, "sweep.zip",
                      quoted(found->key) + " has " + std::to_string(here) + " values and " + quoted(keys.front()) +
                          " has " + std::to_string(first));
      }
    }
    if (!keys.empty()) sweep_.zip.push_back(std::move(keys));
  }
  const SweepAxis* zipped_axis(const YamlNode& item) {
    const SweepAxis* found = axis(item.text);
    std::vector<std::string> keys;
    for (const SweepAxis& one : sweep_.axes) keys.push_back(one.key);
    if (found == nullptr) {
      problems_.add(item.at, "sweep.zip", "there is no axis " + quoted(item.text), nearest_word(item.text, keys));
    } else if (!zipped_.insert(item.text).second) {
      problems_.add(item.at, "sweep.zip", quoted(item.text) + " is zipped twice");
    }
    return found;
  }

  void read_where(const YamlNode& where) {
    const std::vector<YamlNode> list = where.is_list() ? where.items : std::vector<YamlNode>{where};
    for (const YamlNode& item : list) {
      try {
        sweep_.where.push_back(Condition(item.text).text());
      } catch (const UsageError& error) {
        problems_.add(item.at, "sweep.where", error.what());
      }
    }
  }
  void read_repeat(const YamlNode& repeat) {
    const auto value = read_value(problems_, repeat, Place{"sweep.repeat", "sweep.repeat"});
    if (value) sweep_.repeat = std::get<std::uint64_t>(*value);
    const YamlNode* axes = node_.find("axes");
    if (sweep_.repeat == 1 || axes == nullptr || axes->find("seed") == nullptr) return;
    problems_.add(repeat.at, "sweep.repeat", "contradicts the axis 'seed': both set it");
  }

  Problems& problems_;
  const YamlNode& node_;
  SweepSpec sweep_;
  std::set<std::string> zipped_;
};

}  // namespace

SweepSpec read_sweep(Problems& problems, const YamlNode& node) { return SweepReader(problems, node).read(); }

}  // namespace ksmsim
