#pragma once
// Command lines to be shown: parts of them as a shell takes them.
#include <filesystem>
#include <string>

namespace ksmsim {

/// `text` as it is, or in quotes where a shell would make something else of it.
inline std::string shell_word(const std::string& text) {
  constexpr const char* kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%+,-./:=@_";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted(1, '\'');
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + '\'';
}

/// Its last part: where it lies is of no interest elsewhere.
inline std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

}  // namespace ksmsim
