#pragma once
// Digests that name files and texts: 32 hexadecimal digits.
#include <string>

namespace ksmsim {

/// Error if it cannot be read.
std::string file_digest(const std::string& file);
std::string text_digest(const std::string& text);
bool is_digest(const std::string& text);

}  // namespace ksmsim
