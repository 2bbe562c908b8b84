#include "lines.h"

#include <algorithm>

namespace ksmsim {
namespace {

bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string printable(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return out;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t space = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, space);
    text.remove_prefix(std::min(space + 1, text.size()));
    if (word.empty()) continue;
    if (lines.empty() || display_width(lines.back()) + 1 + display_width(word) > width) {
      lines.emplace_back(word);
    } else {
      lines.back().append(" ").append(word);
    }
  }
  return lines;
}

std::string pad(std::string_view text, std::size_t width, bool to_the_right) {
  const std::size_t used = display_width(text);
  const std::string spaces(width > used ? width - used : 0, ' ');
  return to_the_right ? spaces + std::string(text) : std::string(text) + spaces;
}

std::string cut(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t end = 0, columns = 0;
  for (; end < text.size(); ++end) {
    if (starts_code_point(text[end]) && columns++ == width - 2) break;
  }
  return std::string(text.substr(0, end)) + "..";
}

}  // namespace ksmsim
