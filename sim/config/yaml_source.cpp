#include "yaml_source.h"

#include <algorithm>

#include "text.h"
#include "yaml_reader.h"

namespace ksmsim {
namespace {

std::string_view line_of(std::string_view text, int line) {
  for (int i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

void check_is_text(std::string_view text) {
  Position at{1, 1};
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const char c = text[0];
    const bool space = c == '\n' || c == '\t' || c == '\r';
    if (length == 0 || (!space && has_control(text.substr(0, length), false))) {
      throw Unreadable{at, "not a text file: holds " + quoted(text.substr(0, 1))};
    }
    at = c == '\n' ? Position{at.line + 1, 1} : Position{at.line, at.column + 1};
    text.remove_prefix(length);
  }
}

/// A hundred million brackets would keep the parser busy for long before it counts them.
void check_brackets(std::string_view text) {
  const auto opening = std::count_if(text.begin(), text.end(), [](char c) { return c == '[' || c == '{'; });
  if (static_cast<std::size_t>(opening) > kMostNodes)
    throw Unreadable{{1, 1}, "more than a million brackets; that is no scenario"};
}

}  // namespace

void check_source(std::string_view text) {
  check_is_text(text);
  check_brackets(text);
}

bool is_indented_by_tab(std::string_view text, int number) {
  const std::string_view line = line_of(text, number);
  const std::size_t tab = line.substr(0, line.find_first_not_of(" \t")).find('\t');
  return tab != std::string_view::npos;
}

void check_quote_closed(std::string_view text, Position at) {
  std::size_t i = 0;
  for (int line = 1; line < at.line; ++line) i = text.find('\n', i) + 1;
  i = text.find_first_of("\"'|>", i + static_cast<std::size_t>(at.column) - 1);  // behind an anchor
  if (i == std::string_view::npos || text[i] == '|' || text[i] == '>') return;
  const char quote = text[i];
  for (++i; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == quote && (quote == '"' || i + 1 == text.size() || text[i + 1] != quote)) {
      return;
    } else if (text[i] == quote) {
      ++i;
    }
  }
  throw Unreadable{at, "a quote is not closed"};
}

}  // namespace ksmsim
