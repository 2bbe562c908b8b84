#include <algorithm>

#include "fields.h"
#include "ksmsim/config/load.h"
#include "overrides.h"
#include "page_list.h"
#include "read_scenario.h"

namespace ksmsim {
namespace {

/// A number where the text is one, so that it is not quoted.
Tree number_or_text(const std::string& text) {
  const auto number = parse_integer(text);
  return number.value ? tree_of(*number.value) : tree_of(text);
}

/// The mapping below `key`, made if it is not there.
Tree::Map& group(Tree::Map& map, const std::string& key) {
  const auto found = std::find_if(map.begin(), map.end(), [&](const auto& entry) { return entry.first == key; });
  if (found != map.end()) return std::get<Tree::Map>(found->second.value);
  map.emplace_back(key, Tree{Tree::Map{}, {}});
  return std::get<Tree::Map>(map.back().second.value);
}

Tree plugin_tree(const PluginSpec& plugin) {
  Tree::Map map;
  map.emplace_back("model", tree_of(plugin.name));
  for (const auto& [key, value] : plugin.params.all()) {
    const std::size_t dot = key.find('.');
    Tree::Map& home = dot == std::string::npos ? map : group(map, key.substr(0, dot));
    const std::string name = dot == std::string::npos ? key : key.substr(dot + 1);
    home.emplace_back(name, std::visit([](const auto& v) { return tree_of(v); }, value));
  }
  return {std::move(map), {}};
}

Tree region_tree(const RegionSpec& region) {
  Tree::Map map;
  map.emplace_back("pages", tree_of(region.text.empty() ? format_pages(region.pages) : region.text));
  if (region.huge_pages) map.emplace_back("huge_pages", tree_of(true));
  return {std::move(map), {}};
}

Tree vm_tree(VmSpec vm, const std::string& name, std::size_t count) {
  vm.name = name;
  Tree::Map map;
  write_fields(vm, kVmFields, map);
  if (count > 1) map.insert(map.begin() + 1, {"count", tree_of(std::uint64_t{count})});
  if (vm.contents) map.emplace_back("contents", plugin_tree(*vm.contents));
  if (vm.trace) map.emplace_back("trace", tree_of(vm.trace->written));
  Tree::List regions;
  for (const RegionSpec& region : vm.regions) regions.push_back(region_tree(region));
  if (!regions.empty()) map.emplace_back("regions", Tree{std::move(regions), {}});
  if (vm.start_after_batch) {
    map.emplace_back("start", Tree{Tree::Map{{"after_batch", tree_of(*vm.start_after_batch)}}, {}});
  } else {
    map.emplace_back("start", tree_of(vm.start));
  }
  return {std::move(map), {}};
}

/// How many VMs from `first` on are the same but for the number in the name, counted from 0.
std::size_t herd_size(const std::vector<VmSpec>& vms, std::size_t first, const std::string& prefix) {
  std::size_t size = 0;
  while (first + size < vms.size()) {
    VmSpec vm = vms[first + size];
    if (vm.name != prefix + std::to_string(size)) break;
    vm.name = vms[first].name;
    if (!(vm == vms[first])) break;
    ++size;
  }
  return size;
}

Tree vms_tree(const std::vector<VmSpec>& vms) {
  Tree::List list;
  for (std::size_t i = 0; i < vms.size();) {
    const std::string& name = vms[i].name;
    const std::string prefix = name.size() > 1 && name.back() == '0' ? name.substr(0, name.size() - 1) : "";
    const std::size_t size = prefix.empty() ? 1 : std::max<std::size_t>(herd_size(vms, i, prefix), 1);
    list.push_back(vm_tree(vms[i], size > 1 ? prefix : name, size));
    i += size;
  }
  return {std::move(list), {}};
}

Tree target_tree(const Scenario& scenario, const EventSpec& event) {
  Tree::Map map;
  map.emplace_back("vm", tree_of(scenario.vms.at(event.vm).name));
  if (event.region != 0) map.emplace_back("region", tree_of(event.region));
  const std::string first = std::to_string(event.first_page);
  map.emplace_back("pages", event.first_page == event.last_page
                                ? tree_of(event.first_page)
                                : tree_of(first + ".." + std::to_string(event.last_page)));
  if (event.what == EventSpec::What::write) {
    map.emplace_back("content", tree_of(event.page_offset ? "page+" + std::to_string(*event.page_offset)
                                                          : format_run(event.content)));
  }
  return {std::move(map), {}};
}

Tree event_tree(const Scenario& scenario, const EventSpec& event) {
  constexpr const char* kWhens[] = {"at", "after_batch", "after_full_scan"};
  constexpr const char* kWhats[] = {"write", "discard", "unmap", "unmergeable", "mergeable", "kill", "set"};
  Tree::Map map;
  map.emplace_back(kWhens[static_cast<std::size_t>(event.when)],
                   event.when == EventSpec::When::at ? tree_of(event.at) : tree_of(event.count));
  const std::string what = kWhats[static_cast<std::size_t>(event.what)];
  if (event.what == EventSpec::What::set) {
    map.emplace_back(what, Tree{Tree::Map{{event.tunable, number_or_text(event.value)}}, {}});
  } else if (event.what == EventSpec::What::kill) {
    map.emplace_back(what, tree_of(scenario.vms.at(event.vm).name));
  } else {
    map.emplace_back(what, target_tree(scenario, event));
  }
  return {std::move(map), {}};
}

Tree cpu_tree(const std::string& name, const CpuSpec& cpu) {
  Tree::Map map, hot;
  for (const auto& [hash, ns] : cpu.hot_ns) hot.emplace_back(hash, tree_of(format_cost(ns)));
  map.emplace_back("name", tree_of(name));
  map.emplace_back("source", tree_of(cpu.source));
  if (cpu.arch != 64) map.emplace_back("arch", tree_of(cpu.arch));
  map.emplace_back("scale", tree_of(cpu.scale));
  map.emplace_back("miss", tree_of(format_cost(cpu.miss_ns)));
  for (const VisitTerm& term : kVisitTerms) {
    const double ns = cpu.rest.*term.ns;
    if (ns != 0 || term.key == "visit") map.emplace_back(std::string(term.key), tree_of(format_cost(ns)));
  }
  map.emplace_back("hot", Tree{std::move(hot), {}});
  return {std::move(map), {}};
}

Tree host_tree(const HostSpec& host) {
  Tree::Map map;
  write_fields(host, kHostFields, map);
  const auto after = std::find_if(map.begin(), map.end(), [](const auto& entry) { return entry.first == "hz"; });
  map.insert(after, {"cpu", host.cpu_profile ? cpu_tree(host.cpu, *host.cpu_profile) : tree_of(host.cpu)});
  return {std::move(map), {}};
}

Tree ksm_tree(const KsmSpec& ksm) {
  Tree::Map map;
  for (const auto& [name, value] : ksm.tunables) map.emplace_back(name, number_or_text(value));
  write_fields(ksm, kKsmFields, map);
  return {std::move(map), {}};
}

Tree sample_tree(const SampleSpec& sample) {
  if (sample.every == SampleSpec::Every::batch) return tree_of("batch");
  return sample.every == SampleSpec::Every::full_scan ? tree_of("full_scan") : tree_of(sample.duration);
}

/// The value of an axis, which is kept as written.
Tree node_tree(const YamlNode& node) {
  if (node.is_scalar()) return number_or_text(node.text);
  if (node.kind == YamlNode::Kind::null) return {};
  Tree::List list;
  for (const YamlNode& item : node.items) list.push_back(node_tree(item));
  if (node.is_list()) return {std::move(list), {}};
  Tree::Map map;
  for (const YamlEntry& entry : node.entries) map.emplace_back(entry.key, node_tree(entry.node));
  return {std::move(map), {}};
}

Tree axis_value_tree(const std::string& text) {
  Problems problems("sweep");
  const auto node = parse_flow(problems, {}, text, {});
  return node ? node_tree(*node) : tree_of(text);
}

Tree texts_tree(const std::vector<std::string>& texts) {
  Tree::List list;
  for (const std::string& text : texts) list.push_back(tree_of(text));
  return {std::move(list), {}};
}

Tree sweep_tree(const SweepSpec& sweep) {
  Tree::Map map, axes;
  for (const SweepAxis& axis : sweep.axes) {
    Tree::List values;
    for (const std::string& value : axis.values) values.push_back(axis_value_tree(value));
    axes.emplace_back(axis.key, Tree{std::move(values), {}});
  }
  if (!axes.empty()) map.emplace_back("axes", Tree{std::move(axes), {}});
  Tree::List zip;
  for (const auto& keys : sweep.zip) zip.push_back(texts_tree(keys));
  if (!zip.empty()) map.emplace_back("zip", Tree{std::move(zip), {}});
  if (!sweep.where.empty()) map.emplace_back("where", texts_tree(sweep.where));
  if (sweep.repeat != 1) map.emplace_back("repeat", tree_of(sweep.repeat));
  return {std::move(map), {}};
}

Tree reference_tree(const ReferenceSpec& reference) {
  Tree::Map map, times;
  if (!reference.source.empty()) map.emplace_back("source", tree_of(reference.source));
  for (const auto& [hash, ns] : reference.checksum_ns) times.emplace_back(hash, tree_of(ns));
  if (!times.empty()) map.emplace_back("checksum_ns", Tree{std::move(times), {}});
  Tree::List list;
  for (const ReferenceSpec::Below& below : reference.percent_below) {
    Tree::Map entry;
    write_fields(below, kBelowFields, entry);
    list.push_back({std::move(entry), {}});
  }
  if (!list.empty()) map.emplace_back("percent_below", Tree{std::move(list), {}});
  return {std::move(map), {}};
}

template <class S, std::size_t N>
Tree fields_tree(const S& from, const Field<S> (&fields)[N]) {
  Tree::Map map;
  write_fields(from, fields, map);
  return {std::move(map), {}};
}

}  // namespace

Tree resolved_tree(const Scenario& scenario) {
  Tree::Map map;
  write_fields(scenario, kScenarioFields, map);
  map.emplace_back("host", host_tree(scenario.host));
  map.emplace_back("ksm", ksm_tree(scenario.ksm));
  map.emplace_back("vms", vms_tree(scenario.vms));
  Tree::List events;
  for (const EventSpec& event : scenario.events) events.push_back(event_tree(scenario, event));
  if (!events.empty()) map.emplace_back("events", Tree{std::move(events), {}});
  map.emplace_back("stop", fields_tree(scenario.stop, kStopFields));
  map.emplace_back("sample", sample_tree(scenario.sample));
  if (!scenario.sweep.empty()) map.emplace_back("sweep", sweep_tree(scenario.sweep));
  Tree reference = reference_tree(scenario.reference);
  if (!std::get<Tree::Map>(reference.value).empty()) map.emplace_back("reference", std::move(reference));
  return {std::move(map), {}};
}

}  // namespace ksmsim
