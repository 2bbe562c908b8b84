#pragma once
// Checks of the text itself, for what yaml-cpp takes without a word or only after minutes.
#include <string>
#include <string_view>

#include "ksmsim/config/tree.h"

namespace ksmsim {

/// Ends the reading: one more mistake, and nothing after it can be understood.
struct Unreadable {
  Position at;
  std::string message;
};

/// Unreadable if it is no text or has more brackets than any scenario.
void check_source(std::string_view text);
/// Unreadable if the quoted text that begins at `at` is never closed; yaml-cpp lets it end with the
/// file.
void check_quote_closed(std::string_view text, Position at);
/// Whether that line, counted from 1, is indented by a tab.
bool is_indented_by_tab(std::string_view text, int line);

}  // namespace ksmsim
