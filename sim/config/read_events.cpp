#include <algorithm>
#include <array>
#include <utility>

#include "ksmsim/base/plugin.h"
#include "page_list.h"
#include "read_scenario.h"
#include "text.h"

namespace ksmsim {
namespace {

using When = EventSpec::When;
using What = EventSpec::What;

constexpr std::array<std::pair<std::string_view, When>, 3> kWhens = {
    {{"at", When::at}, {"after_batch", When::after_batch}, {"after_full_scan", When::after_full_scan}}};
constexpr std::array<std::pair<std::string_view, What>, 7> kWhats = {{{"write", What::write},
                                                                      {"discard", What::discard},
                                                                      {"unmap", What::unmap},
                                                                      {"unmergeable", What::unmergeable},
                                                                      {"mergeable", What::mergeable},
                                                                      {"kill", What::kill},
                                                                      {"set", What::set}}};

template <class Names>
auto find_name(const Names& names, std::string_view name) {
  return std::find_if(names.begin(), names.end(), [&](const auto& pair) { return pair.first == name; });
}

class EventReader {
 public:
  EventReader(Problems& problems, const std::vector<VmSpec>& vms) : problems_(problems) {
    for (const VmSpec& vm : vms) {
      names_.push_back(vm.name);
      regions_.push_back(region_pages(vm));
    }
  }

  EventSpec read(const YamlNode& node, const Place& place) const {
    EventSpec event;
    if (!check_mapping(problems_, node, place)) return event;
    event.text = flow_text(node);
    int whens = 0, whats = 0;
    for (const YamlEntry& entry : node.entries) {
      const Place child = place.child(entry.key);
      if (const auto when = find_name(kWhens, entry.key); when != kWhens.end() && ++whens == 1) {
        event.when = when->second;
        read_when(entry.node, child, event);
      }
      if (const auto what = find_name(kWhats, entry.key); what != kWhats.end() && ++whats == 1) {
        event.what = what->second;
        read_what(entry.node, child, event);
      }
    }
    if (whens != 1) problems_.add(node.at, place.shown, "needs exactly one of at, after_batch and after_full_scan");
    if (whats != 1) {
      problems_.add(node.at, place.shown,
                    "needs exactly one of write, discard, unmap, unmergeable, mergeable, kill and set");
    }
    return event;
  }

 private:
  void read_when(const YamlNode& node, const Place& place, EventSpec& event) const {
    const auto value = read_value(problems_, node, place);
    if (!value) return;
    if (event.when == When::at) {
      event.at = std::get<Duration>(*value);
    } else {
      event.count = std::get<std::uint64_t>(*value);
    }
  }

  void read_what(const YamlNode& node, const Place& place, EventSpec& event) const {
    if (event.what == What::set) {
      read_set(node, place, event);
    } else if (event.what == What::kill) {
      read_vm(node, place, event);
    } else if (check_mapping(problems_, node, place)) {
      const bool placed = read_target(node, place, event);
      if (const YamlNode* content = node.find("content"); content != nullptr) {
        read_content(*content, place.child("content"), event);
      }
      if (placed) check_target(node, place, event);
    }
  }

  void read_set(const YamlNode& node, const Place& place, EventSpec& event) const {
    if (!node.is_map() || node.entries.size() != 1) {
      problems_.add(node.at, place.shown, "expected one setting, such as {pages_to_scan: 25}");
      return;
    }
    const YamlEntry& entry = node.entries[0];
    const auto known = tunable_names();
    const std::string shown = place.child(shortened(entry.key)).shown;
    if (std::find(known.begin(), known.end(), entry.key) == known.end()) {
      problems_.add(entry.at, shown, "no such file in /sys/kernel/mm/ksm", nearest_word(entry.key, known));
    }
    const auto value = read_text(problems_, entry.node, shown, "a value to write");
    event.tunable = entry.key;
    if (value && has_control(*value, false)) problems_.add(entry.node.at, shown, "must not hold control characters");
    if (value) event.value = *value;
  }

  bool read_vm(const YamlNode& node, const Place& place, EventSpec& event) const {
    const auto name = read_value(problems_, node, place);
    if (!name) return false;
    const auto& text = std::get<std::string>(*name);
    const auto found = std::find(names_.begin(), names_.end(), text);
    event.vm = static_cast<std::uint32_t>(found - names_.begin());
    if (found != names_.end()) return true;
    problems_.add(node.at, place.shown, "no VM is named " + quoted(text), nearest_word(text, names_));
    return false;
  }

  /// VM, region and pages; whether all of them were understood.
  bool read_target(const YamlNode& node, const Place& place, EventSpec& event) const {
    const YamlNode* vm = node.find("vm");
    bool good = vm != nullptr && read_vm(*vm, place.child("vm"), event);
    if (const YamlNode* region = node.find("region")) {
      const auto value = read_value(problems_, *region, place.child("region"));
      good = good && value;
      if (value) event.region = static_cast<std::uint32_t>(std::get<std::uint64_t>(*value));
    }
    const YamlNode* pages = node.find("pages");
    if (pages == nullptr) return false;
    const std::string shown = place.child("pages").shown;
    const auto text = read_text(problems_, *pages, shown, describe_type(*find_key("events[].write.pages")));
    if (!text) return false;
    auto range = parse_page_range(*text);
    if (!range.value) {
      problems_.add(pages->at, shown, std::move(range.error));
      return false;
    }
    event.first_page = range.value->first;
    event.last_page = range.value->last;
    return good;
  }

  void check_target(const YamlNode& node, const Place& place, const EventSpec& event) const {
    const auto& regions = regions_[event.vm];
    const std::string vm = "'" + names_[event.vm] + "'";
    if (regions.empty()) return;  // reported there
    if (event.region >= regions.size()) {
      problems_.add(node.find("region")->at, place.child("region").shown,
                    "the VM " + vm + " has only " + std::to_string(regions.size()) + " region(s), counted from 0");
      return;
    }
    const std::uint64_t pages = regions[event.region];
    if (pages != 0 && event.last_page >= pages) {
      problems_.add(
          node.find("pages")->at, place.child("pages").shown,
          "region " + std::to_string(event.region) + " of " + vm + " ends with page " + std::to_string(pages - 1));
    }
    if (event.page_offset && *event.page_offset + event.last_page > kMostPayload) {
      problems_.add(node.find("content")->at, place.child("content").shown, "must stay below 2^56");
    }
  }

  void read_content(const YamlNode& node, const Place& place, EventSpec& event) const {
    const std::string expected = describe_type(*find_key("events[].write.content"));
    const auto text = read_text(problems_, node, place.shown, expected);
    if (!text) return;
    constexpr std::string_view kOffset = "page+";
    if (text->compare(0, kOffset.size(), kOffset) == 0) {
      const auto offset = parse_integer(std::string_view(*text).substr(kOffset.size()));
      if (offset.value && *offset.value <= kMostPayload) {
        event.page_offset = *offset.value;
      } else {
        problems_.add(node.at, place.shown, "expected " + expected + ", got " + quoted(*text));
      }
      return;
    }
    const auto run = parse_page_run(*text);
    if (!run.value || run.value->count != 1 || run.value->kind == PageRun::Kind::absent) {
      problems_.add(node.at, place.shown, "expected " + expected + ", got " + quoted(*text));
    } else {
      event.content = *run.value;
    }
  }

  Problems& problems_;
  std::vector<std::string> names_;
  std::vector<std::vector<std::uint64_t>> regions_;
};

}  // namespace

std::vector<EventSpec> read_events(Problems& problems, const YamlNode& list, const std::vector<VmSpec>& vms) {
  const Place place{"events", "events"};
  if (!check_list(problems, list, place)) return {};
  const EventReader reader(problems, vms);
  std::vector<EventSpec> events;
  for (std::size_t i = 0; i < list.items.size(); ++i) events.push_back(reader.read(list.items[i], place.item(i)));
  return events;
}

}  // namespace ksmsim
