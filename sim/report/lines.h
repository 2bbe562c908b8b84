#pragma once
// Lines of text: what both layouts of a document share.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ksmsim {

/// Columns that UTF-8 text takes, one a code point.
std::size_t display_width(std::string_view text);
/// Control characters (newlines too) become spaces.
std::string printable(std::string_view text);
/// Broken at spaces into lines of at most `width` columns; a longer word has a line of its own.
std::vector<std::string> wrap(std::string_view text, std::size_t width);
/// Padded with spaces to `width` columns.
std::string pad(std::string_view text, std::size_t width, bool to_the_right);
/// Cut to `width` columns, ending in ".." if something is missing.
std::string cut(std::string_view text, std::size_t width);

}  // namespace ksmsim
