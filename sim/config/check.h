#pragma once
// Checks of nodes against the key table. Each reports what is wrong and returns nothing instead of
// a value.
#include <optional>
#include <string>
#include <string_view>

#include "keys.h"
#include "ksmsim/base/param.h"
#include "problems.h"
#include "yaml_node.h"

namespace ksmsim {

/// Where a node stands: as shown to the user ("vms.0.memory") and in the key table
/// ("vms[].memory").
struct Place {
  std::string shown, table;
  Place child(std::string_view name) const;
  Place item(std::size_t number) const;
};

/// Whether the node is a mapping; its unknown and missing keys are reported.
bool check_mapping(Problems& problems, const YamlNode& node, const Place& place);
/// Whether the node is a list.
bool check_list(Problems& problems, const YamlNode& node, const Place& place);
/// The scalar's text; quoted ones only where `may_be_quoted`.
std::optional<std::string> read_text(Problems& problems, const YamlNode& node, const std::string& shown,
                                     const std::string& expected, bool may_be_quoted = true);
/// The value of a key whose type is one of ParamType's, or a flag (as bool).
std::optional<ParamValue> read_value(Problems& problems, const YamlNode& node, const Place& place);
/// The same for a key that is not in the table: a parameter of a plug-in.
std::optional<ParamValue> read_param(Problems& problems, const YamlNode& node, const std::string& shown,
                                     ParamType type);
/// A default, as written in the table or by a plug-in: always right, or an Error.
ParamValue parse_default(ParamType type, std::string_view text);
ParamType param_type(KeyType type);
/// Reports `word` unless it is one of `words` or there are none.
bool check_word(Problems& problems, Position at, const std::string& shown, std::string_view kind,
                const std::string& word, const std::vector<std::string>& words);

}  // namespace ksmsim
