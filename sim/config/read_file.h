#pragma once
// Files as text, and their names.
#include <string>

namespace ksmsim {

inline constexpr const char* kTooLarge = "larger than 64 MiB, the most a scenario may be";

/// UsageError: `path` cannot be read, and why.
[[noreturn]] void throw_unreadable(const std::string& path, const std::string& why);
/// The whole file; throw_unreadable if that fails or it is larger than any scenario.
std::string read_file(const std::string& path);
/// The file's name without directory and extension; "" if that is nothing to print.
std::string file_stem(const std::string& path);
/// `path` as seen from the folder that `file` is in.
std::string beside(const std::string& file, const std::string& path);

}  // namespace ksmsim
