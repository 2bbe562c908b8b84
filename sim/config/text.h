#pragma once
// User text inside messages: it may be long, and it may hold what a terminal obeys.
#include <string>
#include <string_view>

namespace ksmsim {

/// The text in single quotes, control characters and broken UTF-8 as \xNN, cut after some 60
/// characters.
std::string quoted(std::string_view text);
/// The same without the quotes.
std::string shortened(std::string_view text);
/// The same escapes, not cut: file names.
std::string escaped(std::string_view text);
/// Number of bytes of the UTF-8 character at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text);
/// Whether `text` is broken UTF-8 or has a control character; a line feed counts unless `lines`.
bool has_control(std::string_view text, bool lines);

}  // namespace ksmsim
