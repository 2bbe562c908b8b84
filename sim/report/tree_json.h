#pragma once
// A Tree as an nlohmann::ordered_json.
#include <nlohmann/json.hpp>
#include <string>

#include "ksmsim/config/tree.h"

namespace ksmsim {

using Json = nlohmann::ordered_json;

Json json_of(const Tree& tree);
/// JSON text on one line, or indented; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json, int indent = -1);

}  // namespace ksmsim
