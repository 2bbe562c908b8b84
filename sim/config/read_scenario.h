#pragma once
// From a checked document to the Scenario.
#include <string>
#include <vector>

#include "check.h"
#include "ksmsim/config/scenario.h"

namespace ksmsim {

/// The scenario that `root` says; what is wrong goes to `problems`, and the result is then of no
/// use.
Scenario read_scenario(Problems& problems, const YamlNode& root);

/// Parts of it, one file each.
std::vector<VmSpec> read_vms(Problems& problems, const YamlNode& list, const Place& place);
std::vector<EventSpec> read_events(Problems& problems, const YamlNode& list, const std::vector<VmSpec>& vms);
SweepSpec read_sweep(Problems& problems, const YamlNode& node);
/// The same, and the file's name where the scenario has none.
Scenario read_named(Problems& problems, const YamlNode& root);
/// The YAML with the overrides, to be read by that.
YamlNode read_document(Problems& problems, const std::string& yaml, const Overrides& overrides);
/// Whether host.cpu is a file to be read.
bool names_a_file(const YamlNode& cpu);
/// host.cpu: a name, a file or the figures themselves.
void read_cpu(Problems& problems, const YamlNode* node, HostSpec& host);
PluginSpec read_plugin(Problems& problems, const YamlNode& node, const Place& place, std::string_view kind);

/// Pages of each region of a VM.
std::vector<std::uint64_t> region_pages(const VmSpec& vm);

}  // namespace ksmsim
