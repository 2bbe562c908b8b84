#pragma once
// What a result's JSON may say, for other programs.
#include <string>

namespace ksmsim {

/// JSON Schema (draft-07) of what write_json() writes, indented, without a newline at the end.
std::string result_schema();

}  // namespace ksmsim
