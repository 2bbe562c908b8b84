#include "read_scenario.h"

#include <algorithm>

#include "fields.h"
#include "ksmsim/base/plugin.h"
#include "overrides.h"
#include "text.h"

namespace ksmsim {
namespace {

const YamlNode& empty_mapping() {
  static const YamlNode kNode = [] {
    YamlNode node;
    node.kind = YamlNode::Kind::map;
    return node;
  }();
  return kNode;
}

/// The mapping of that key, checked; an empty one if it is not given or not a mapping.
const YamlNode& section(Problems& problems, const YamlNode& root, const Place& place) {
  const YamlNode* node = root.find(place.table);
  return node != nullptr && check_mapping(problems, *node, place) ? *node : empty_mapping();
}

/// Whether version `a` is older than `b`, number by number: 6.9 before 6.10.
bool is_older(const std::string& a, const std::string& b) {
  const auto numbers = [](const std::string& version) {
    std::vector<unsigned long long> parts(1, 0);
    for (const char c : version) {
      if (c == '.') parts.push_back(0);
      if (c >= '0' && c <= '9') parts.back() = parts.back() * 10 + static_cast<unsigned>(c - '0');
    }
    return parts;
  };
  return numbers(a) < numbers(b);
}

std::string newest_kernel() {
  std::string newest;
  for (const PluginInfo* kernel : catalogue_list("kernel")) {
    if (newest.empty() || is_older(newest, kernel->name)) newest = kernel->name;
  }
  return newest;
}

std::string tunable_text(const ParamValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "1" : "0";
  if (const auto* number = std::get_if<std::uint64_t>(&value)) return std::to_string(*number);
  return std::get<std::string>(value);
}

void read_tunables(Problems& problems, const YamlNode& node, const Place& place, KsmSpec& ksm) {
  for (const YamlEntry& entry : node.entries) {
    const Place child = place.child(entry.key);
    const Key* key = find_key(child.table);
    if (key == nullptr || !is_tunable(*key)) continue;
    const auto value = read_value(problems, entry.node, child);
    if (value) ksm.tunables.emplace_back(entry.key, tunable_text(*value));
  }
}

StopSpec read_stop(Problems& problems, const YamlNode& root) {
  StopSpec stop;
  const Place place{"stop", "stop"};
  const YamlNode& node = section(problems, root, place);
  read_fields(problems, node, place, kStopFields, stop);
  if (&node == &empty_mapping()) return stop;
  if (node.entries.empty()) problems.add(node.at, "stop", "needs full_scans, batches or time");
  if (stop.time && stop.time->ns == 0) problems.add(node.find("time")->at, "stop.time", "must be more than 0");
  return stop;
}

SampleSpec read_sample(Problems& problems, const YamlNode& root) {
  SampleSpec sample;
  const YamlNode* node = root.find("sample");
  if (node == nullptr) return sample;
  const std::string expected = describe_type(*find_key("sample"));
  const auto text = read_text(problems, *node, "sample", expected);
  if (!text || *text == "batch") return sample;
  sample.every = *text == "full_scan" ? SampleSpec::Every::full_scan : SampleSpec::Every::duration;
  if (sample.every == SampleSpec::Every::full_scan) return sample;
  const auto duration = parse_duration(*text);
  if (duration.value && duration.value->ns > 0) {
    sample.duration = *duration.value;
  } else {
    problems.add(node->at, "sample", "expected " + expected + ", got " + quoted(*text),
                 nearest_word(*text, {"batch", "full_scan"}));
  }
  return sample;
}

void read_checksum_times(Problems& problems, const YamlNode& node, const Place& place, ReferenceSpec& reference) {
  if (!node.is_map()) {
    problems.add(node.at, place.shown, "expected nanoseconds by hash, such as {xxh64: 1413.16}");
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string shown = place.child(shortened(entry.key)).shown;
    const bool known = check_word(problems, entry.at, shown, "hash", entry.key, choice_words("@hash"));
    const auto value = read_param(problems, entry.node, shown, ParamType::real);
    if (known && value) reference.checksum_ns[entry.key] = std::get<double>(*value);
  }
}

ReferenceSpec read_reference(Problems& problems, const YamlNode& root) {
  ReferenceSpec reference;
  const Place place{"reference", "reference"};
  const YamlNode& node = section(problems, root, place);
  if (const YamlNode* source = node.find("source")) {
    const auto text = read_value(problems, *source, place.child("source"));
    if (text) reference.source = std::get<std::string>(*text);
  }
  if (const YamlNode* times = node.find("checksum_ns")) {
    read_checksum_times(problems, *times, place.child("checksum_ns"), reference);
  }
  const YamlNode* list = node.find("percent_below");
  const Place below_place = place.child("percent_below");
  if (list == nullptr || !check_list(problems, *list, below_place)) return reference;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    if (!check_mapping(problems, list->items[i], below_place.item(i))) continue;
    ReferenceSpec::Below below;
    read_fields(problems, list->items[i], below_place.item(i), kBelowFields, below);
    reference.percent_below.push_back(std::move(below));
  }
  return reference;
}

}  // namespace

Scenario read_scenario(Problems& problems, const YamlNode& root) {
  Scenario scenario;
  if (!check_mapping(problems, root, {})) return scenario;
  read_fields(problems, root, {}, kScenarioFields, scenario);
  const YamlNode& host = section(problems, root, {"host", "host"});
  read_fields(problems, host, {"host", "host"}, kHostFields, scenario.host);
  read_cpu(problems, host.find("cpu"), scenario.host);
  if (scenario.host.kernel.empty()) scenario.host.kernel = newest_kernel();
  const YamlNode& ksm = section(problems, root, {"ksm", "ksm"});
  read_fields(problems, ksm, {"ksm", "ksm"}, kKsmFields, scenario.ksm);
  read_tunables(problems, ksm, {"ksm", "ksm"}, scenario.ksm);
  if (const YamlNode* vms = root.find("vms")) scenario.vms = read_vms(problems, *vms, {"vms", "vms"});
  if (const YamlNode* events = root.find("events")) scenario.events = read_events(problems, *events, scenario.vms);
  scenario.stop = read_stop(problems, root);
  scenario.sample = read_sample(problems, root);
  if (const YamlNode* sweep = root.find("sweep")) scenario.sweep = read_sweep(problems, *sweep);
  scenario.reference = read_reference(problems, root);
  return scenario;
}

}  // namespace ksmsim
