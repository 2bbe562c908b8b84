#include "yaml_node.h"

#include <algorithm>

#include "text.h"

namespace ksmsim {
namespace {

bool is_plain_character(char c) {
  const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return word || std::string_view("_./%+*-").find(c) != std::string_view::npos;
}

/// One escape, or the character itself; removes it from the front of `text`.
std::string take_escaped(std::string_view& text) {
  const char c = text[0];
  const std::size_t length = utf8_length(text);
  const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
  text.remove_prefix(character.size());
  if (c == '"' || c == '\\') return std::string("\\") + c;
  if (c == '\n') return "\\n";
  if (c == '\t') return "\\t";
  if (c == '\r') return "\\r";
  if (has_control(character, false)) {
    constexpr const char* kDigits = "0123456789abcdef";
    // A C1 control's two UTF-8 bytes name the code point of the second one.
    const unsigned code = static_cast<unsigned char>(character.back());
    return std::string("\\u00") + kDigits[code >> 4] + kDigits[code & 15];
  }
  return std::string(character);
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const YamlEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &found->node;
}

YamlNode* YamlNode::find(std::string_view key) {
  return const_cast<YamlNode*>(static_cast<const YamlNode*>(this)->find(key));
}

bool is_plain_safe(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_plain_character)) return false;
  const bool dashes = text[0] == '-' && (text.size() == 1 || text.substr(0, 3) == "---");
  return text[0] != '*' && text[0] != '%' && !dashes && text.substr(0, 3) != "..." && text != "null" &&
         text != "Null" && text != "NULL";
}

std::string double_quoted(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) out += take_escaped(text);
  return out + "\"";
}

std::string flow_text(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::null) return "null";
  if (node.is_scalar()) return is_plain_safe(node.text) ? node.text : double_quoted(node.text);
  std::string out(1, node.is_list() ? '[' : '{');
  const char* separator = "";
  for (const YamlNode& item : node.items) {
    out += separator + flow_text(item);
    separator = ", ";
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string key = is_plain_safe(entry.key) ? entry.key : double_quoted(entry.key);
    out += separator + key + ": " + flow_text(entry.node);
    separator = ", ";
  }
  return out + (node.is_list() ? ']' : '}');
}

void set_position(YamlNode& node, Position at) {
  node.at = at;
  for (YamlNode& item : node.items) set_position(item, at);
  for (YamlEntry& entry : node.entries) {
    entry.at = at;
    set_position(entry.node, at);
  }
}

}  // namespace ksmsim
