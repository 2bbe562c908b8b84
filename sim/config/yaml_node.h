#pragma once
// A YAML document as it was written: unlike a Tree it knows what was quoted, and where each key
// stands. Position 0: not from the file but from the command line.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/config/tree.h"

namespace ksmsim {

struct YamlEntry;

struct YamlNode {
  enum class Kind : std::uint8_t { null, scalar, list, map };
  Kind kind = Kind::null;
  bool quoted = false;  ///< of a scalar
  std::string text;     ///< of a scalar, as written
  Position at;
  std::vector<YamlNode> items;
  std::vector<YamlEntry> entries;

  bool is_scalar() const { return kind == Kind::scalar; }
  bool is_list() const { return kind == Kind::list; }
  bool is_map() const { return kind == Kind::map; }
  /// The value of `key`, or nullptr; of a mapping.
  const YamlNode* find(std::string_view key) const;
  YamlNode* find(std::string_view key);
};

struct YamlEntry {
  std::string key;
  Position at;  ///< of the key
  YamlNode node;
};

/// The node on one line, as flow YAML that reads back as the same node.
std::string flow_text(const YamlNode& node);
/// A scalar in double quotes, escaped as YAML and JSON have it.
std::string double_quoted(std::string_view text);
/// Whether `text`, unquoted, reads back as this very text in block and in flow context.
bool is_plain_safe(std::string_view text);
/// Gives the node and all below it that position.
void set_position(YamlNode& node, Position at);

}  // namespace ksmsim
