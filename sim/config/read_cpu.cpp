// host.cpu: the name of a cost profile, a file that holds one, or the figures themselves.
#include "fields.h"
#include "read_file.h"
#include "read_scenario.h"
#include "text.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

constexpr double kMostScale = 1000;
const Place kCpu{"host.cpu", "host.cpu"};

template <class T>
void read_if_given(Problems& problems, const YamlNode& node, const Place& place, std::string_view name, T& out) {
  const YamlNode* given = node.find(name);
  if (given == nullptr) return;
  if (const auto value = read_value(problems, *given, place.child(name))) out = std::get<T>(*value);
}

void read_hot(Problems& problems, const YamlNode& node, const Place& place, std::map<std::string, double>& hot) {
  if (!node.is_map() || node.entries.empty()) {
    problems.add(node.at, place.shown, "expected times by hash, such as {xxh64: 445ns}");
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string shown = place.child(shortened(entry.key)).shown;
    const bool known = check_word(problems, entry.at, shown, "hash", entry.key, choice_words("@hash"));
    const auto text = read_text(problems, entry.node, shown, "a time with a unit, such as 445ns");
    if (!known || !text) continue;
    const auto ns = parse_cost(*text);
    if (ns.value) {
      hot[entry.key] = *ns.value;
    } else {
      problems.add(entry.node.at, shown, ns.error);
    }
  }
}

/// The profile's mapping; `host` has the name and the source that it goes by if it does not tell.
void read_profile(Problems& problems, const YamlNode& node, const Place& place, HostSpec& host) {
  if (!check_mapping(problems, node, place)) return;
  CpuSpec& cpu = *host.cpu_profile;
  read_if_given(problems, node, place, "name", host.cpu);
  read_if_given(problems, node, place, "source", cpu.source);
  read_if_given(problems, node, place, "arch", cpu.arch);
  read_if_given(problems, node, place, "scale", cpu.scale);
  read_if_given(problems, node, place, "miss", cpu.miss_ns);
  for (const VisitTerm& term : kVisitTerms) read_if_given(problems, node, place, term.key, cpu.rest.*term.ns);
  if (cpu.scale <= 0 || cpu.scale > kMostScale) {
    problems.add(node.find("scale")->at, place.child("scale").shown, "must be more than 0 and at most 1000");
  }
  if (const YamlNode* hot = node.find("hot")) read_hot(problems, *hot, place.child("hot"), cpu.hot_ns);
}

/// A file from the command line is looked for from the current folder, any other beside the scenario. Mistakes in it
/// are told with its own name and lines.
void read_profile_file(Problems& problems, const YamlNode& node, HostSpec& host) {
  const std::string path = node.at.line > 0 ? beside(problems.file(), node.text) : node.text;
  host.cpu = file_stem(path);
  host.cpu_profile = CpuSpec{};
  host.cpu_profile->source = node.text;
  Problems of_file(path);
  try {
    YamlNode root = read_yaml(read_file(path), of_file);
    if (root.kind == YamlNode::Kind::null) root.at = {1, 1};
    read_profile(of_file, root, {"", kCpu.table}, host);
  } catch (const ScenarioError&) {  // no YAML: told with the rest
  } catch (const UsageError& error) {
    problems.add(node.at, kCpu.shown, error.what());
  }
  problems.merge(of_file);
}

}  // namespace

bool names_a_file(const YamlNode& cpu) {
  constexpr std::string_view kEnd = ".yaml";
  return cpu.is_scalar() && cpu.text.size() > kEnd.size() && cpu.text.ends_with(kEnd);
}

void read_cpu(Problems& problems, const YamlNode* node, HostSpec& host) {
  if (node == nullptr) {
    host.cpu = default_value(*find_key(kCpu.table));
  } else if (node->is_map()) {
    host.cpu = "given";
    host.cpu_profile = CpuSpec{};
    host.cpu_profile->source = "the scenario";
    read_profile(problems, *node, kCpu, host);
  } else if (names_a_file(*node)) {
    read_profile_file(problems, *node, host);
  } else if (const auto name = read_value(problems, *node, kCpu)) {
    host.cpu = std::get<std::string>(*name);
  }
}

}  // namespace ksmsim
