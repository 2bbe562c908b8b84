#pragma once
// Files of a store.
#include <optional>
#include <string>

namespace ksmsim {

/// Nothing if there is none; Error if it cannot be read.
std::optional<std::string> read_stored(const std::string& file);
/// Aside, then renamed, into a folder that is made if it is missing: Error if the text is not there as a whole.
void write_stored(const std::string& file, const std::string& text);
/// An open file, made if it is missing; Error.
int open_lock(const std::string& file);
/// What cannot be done, and why, by errno.
[[noreturn]] void fail_stored(const std::string& what, const std::string& file);

}  // namespace ksmsim
