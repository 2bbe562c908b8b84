#pragma once
// Does a text fit a terminal?
#include <algorithm>
#include <sstream>
#include <string>

namespace ksmsim {

/// Its length, in bytes.
inline std::size_t longest_line(const std::string& text) {
  std::istringstream in(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(in, line);) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace ksmsim
