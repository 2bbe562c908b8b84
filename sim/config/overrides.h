#pragma once
// Values set from outside the file: `--set key.path=value` and the points of a sweep. They change
// the document before it is checked, so they are checked as the file is.
#include <optional>
#include <string>

#include "ksmsim/config/load.h"
#include "problems.h"
#include "yaml_node.h"

namespace ksmsim {

/// What `text` says in flow YAML; nothing, and a problem, if it is not one value.
std::optional<YamlNode> parse_flow(Problems& problems, const std::string& key, const std::string& text, Position at);
/// Sets `path` to what `text` says in flow YAML; `at` is the position of mistakes. VMs go by number
/// or by name.
void set_path(Problems& problems, YamlNode& root, const std::string& path, const std::string& text, Position at);
/// All of them, in order. An axis of the sweep over a key that is set is dropped.
void apply_overrides(Problems& problems, YamlNode& root, const Overrides& overrides);
/// Reports a path that no scenario can have.
void check_path(Problems& problems, const std::string& path, Position at);

}  // namespace ksmsim
