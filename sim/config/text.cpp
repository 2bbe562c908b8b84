#include "text.h"

#include <cstdint>

namespace ksmsim {
namespace {

constexpr std::size_t kLongest = 60;

unsigned byte_at(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

/// C0, DEL, and C1 controls (two bytes in UTF-8, the first 0xc2).
bool is_control(std::string_view text, std::size_t length) {
  const unsigned first = byte_at(text, 0);
  if (length == 1) return first < 0x20 || first == 0x7f;
  return length == 2 && first == 0xc2 && byte_at(text, 1) < 0xa0;
}

void append_hex(std::string& out, unsigned byte) {
  constexpr const char* kDigits = "0123456789abcdef";
  out += "\\x";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

std::string escape(std::string_view text, std::size_t most) {
  std::string out;
  for (std::size_t characters = 0; !text.empty(); ++characters) {
    if (characters == most) return out + "...";
    const std::size_t length = utf8_length(text);
    if (length == 0 || is_control(text, length)) {
      append_hex(out, byte_at(text, 0));
      text.remove_prefix(1);
    } else {
      out += text.substr(0, length);
      text.remove_prefix(length);
    }
  }
  return out;
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t point = first & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return 0;
    point = (point << 6) | (byte_at(text, i) & 0x3f);
  }
  const bool too_long = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xd800 && point < 0xe000;
  return too_long || surrogate || point > 0x10ffff ? 0 : length;
}

bool has_control(std::string_view text, bool lines) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return true;
    if (is_control(text, length) && !(lines && text[0] == '\n')) return true;
    text.remove_prefix(length);
  }
  return false;
}

std::string quoted(std::string_view text) { return std::string("'").append(shortened(text)).append("'"); }

std::string shortened(std::string_view text) { return escape(text, kLongest); }

std::string escaped(std::string_view text) { return escape(text, std::string_view::npos); }

}  // namespace ksmsim
