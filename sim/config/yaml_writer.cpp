#include <algorithm>
#include <array>

#include "ksmsim/config/load.h"
#include "ksmsim/config/quantity.h"
#include "yaml_node.h"

namespace ksmsim {
namespace {

constexpr std::size_t kFlowWidth = 88;

/// Whether some reader of YAML would take the text for a number, a date, a boolean or nothing.
bool is_mistakable(const std::string& text) {
  constexpr std::array<std::string_view, 8> kWords = {"true", "false", "yes", "no", "on", "off", "y", "n"};
  std::string lower = text;
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  if (std::find(kWords.begin(), kWords.end(), lower) != kWords.end()) return true;
  const bool starts = std::string_view("0123456789+-.").find(lower[0]) != std::string_view::npos;
  return starts && lower.find_first_not_of("0123456789+-._xoabcdef") == std::string::npos;
}

std::string text_of(const std::string& text) {
  return is_plain_safe(text) && !is_mistakable(text) ? text : double_quoted(text);
}

std::string scalar_of(const Tree& tree) {
  if (const auto* v = std::get_if<bool>(&tree.value)) return *v ? "true" : "false";
  if (const auto* v = std::get_if<std::int64_t>(&tree.value)) return std::to_string(*v);
  if (const auto* v = std::get_if<std::uint64_t>(&tree.value)) return std::to_string(*v);
  if (const auto* v = std::get_if<double>(&tree.value)) return format_real(*v);
  if (const auto* v = std::get_if<std::string>(&tree.value)) return text_of(*v);
  return "null";
}

std::string flow_of(const Tree& tree) {
  const auto* list = std::get_if<Tree::List>(&tree.value);
  const auto* map = std::get_if<Tree::Map>(&tree.value);
  if (list == nullptr && map == nullptr) return scalar_of(tree);
  std::string out = list != nullptr ? "[" : "{";
  const char* separator = "";
  for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
    out.append(separator).append(flow_of((*list)[i]));
    separator = ", ";
  }
  for (std::size_t i = 0; map != nullptr && i < map->size(); ++i) {
    out.append(separator).append(text_of((*map)[i].first));
    out.append(": ").append(flow_of((*map)[i].second));
    separator = ", ";
  }
  return out + (list != nullptr ? "]" : "}");
}

/// Sections and their longer parts are blocks; what is short and deep stands on one line.
bool is_block(const Tree& tree, std::size_t depth) {
  const auto* list = std::get_if<Tree::List>(&tree.value);
  const auto* map = std::get_if<Tree::Map>(&tree.value);
  const bool empty = list != nullptr ? list->empty() : map == nullptr || map->empty();
  return !empty && (depth < 2 || flow_of(tree).size() > kFlowWidth);
}

void write_block(const Tree& tree, std::size_t depth, const std::string& indent, std::string& out);

/// After "key:" or "-": the value on the same line, or a block below.
void write_value(const Tree& tree, std::size_t depth, const std::string& indent, std::string& out) {
  if (!is_block(tree, depth)) {
    out.append(" ").append(flow_of(tree)).append("\n");
  } else {
    out += "\n";
    write_block(tree, depth, indent, out);
  }
}

/// A mapping that begins behind its "- ".
void write_item(const Tree& tree, std::size_t depth, const std::string& indent, std::string& out) {
  if (!is_block(tree, depth) || !std::holds_alternative<Tree::Map>(tree.value)) {
    out += indent + "-";
    write_value(tree, depth, indent + "  ", out);
    return;
  }
  std::string block;
  write_block(tree, depth, indent + "  ", block);
  block[indent.size()] = '-';
  out += block;
}

void write_block(const Tree& tree, std::size_t depth, const std::string& indent, std::string& out) {
  if (const auto* list = std::get_if<Tree::List>(&tree.value)) {
    for (const Tree& item : *list) write_item(item, depth + 1, indent, out);
    return;
  }
  for (const auto& [key, value] : std::get<Tree::Map>(tree.value)) {
    out += indent + text_of(key) + ":";
    write_value(value, depth + 1, indent + "  ", out);
  }
}

}  // namespace

std::string to_yaml(const Tree& tree) {
  if (!is_block(tree, 0)) return flow_of(tree) + "\n";
  std::string out;
  write_block(tree, 0, "", out);
  return out;
}

}  // namespace ksmsim
