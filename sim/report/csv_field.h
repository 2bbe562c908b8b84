#pragma once
// Text in CSV (RFC 4180).
#include <string>

namespace ksmsim {

/// In quotes where it needs them.
std::string csv_field(const std::string& text);

}  // namespace ksmsim
