#include "markup.h"

#include <cstdint>

namespace ksmsim {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

struct CodePoint {
  std::size_t bytes;  ///< that it takes; of broken text one
  std::uint32_t value;
  bool valid;
};

/// The code point that starts at `at`.
CodePoint code_point(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(at);
  if (first < 0x80) return {1, first, true};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || at + bytes > text.size()) return {1, 0, false};
  std::uint32_t value = first & (0xffu >> (bytes + 1));
  for (std::size_t i = at + 1; i < at + bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {1, 0, false};
    value = value << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool surrogate = value >= 0xd800 && value < 0xe000;
  if (overlong || surrogate || value > 0x10ffff) return {1, 0, false};
  return {bytes, value, true};
}

/// Marks that change the direction of what follows.
bool reorders(std::uint32_t value) {
  return (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);
}

bool is_control(std::uint32_t value) { return value < 0x20 || (value >= 0x7f && value < 0xa0); }

std::string_view entity_of(std::uint32_t value) {
  switch (value) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

Markup opening(std::string_view name, Attributes attributes, std::string_view end) {
  std::string text("<");
  text += name;
  for (const Attribute& attribute : attributes) {
    if (attribute.value.empty()) continue;
    text.append(1, ' ').append(attribute.name).append("=\"").append(escaped(attribute.value).text()).append(1, '"');
  }
  return trusted(text.append(end));
}

}  // namespace

Markup escaped(std::string_view text) {
  Markup markup;
  std::string& out = markup.text_;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = code_point(text, i);
    const std::string_view entity = point.valid ? entity_of(point.value) : kReplacement;
    if (!entity.empty()) {
      out += entity;
    } else if (is_control(point.value)) {
      out += point.value == '\n' ? '\n' : ' ';
    } else {
      out += reorders(point.value) ? kReplacement : text.substr(i, point.bytes);
    }
    i += point.bytes;
  }
  return markup;
}

Markup trusted(std::string text) {
  Markup markup;
  markup.text_ = std::move(text);
  return markup;
}

Markup element(std::string_view name, Attributes attributes, const Markup& content) {
  Markup markup = opening(name, attributes, ">");
  markup += content;
  return markup += trusted(std::string("</").append(name).append(">"));
}

Markup empty_element(std::string_view name, Attributes attributes) { return opening(name, attributes, "/>"); }

}  // namespace ksmsim
