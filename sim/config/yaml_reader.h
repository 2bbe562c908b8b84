#pragma once
// YAML text to a YamlNode; the library's only use of yaml-cpp is behind it.
#include <cstddef>
#include <string>

#include "problems.h"
#include "yaml_node.h"

namespace ksmsim {

inline constexpr std::size_t kLargestScenario = std::size_t{64} << 20;  ///< bytes
inline constexpr std::size_t kMostNodes = 1'000'000;                    ///< with aliases written out

/// The one document of `text`. Duplicate keys, merge keys and tags are added to `problems`; text
/// that is not one YAML document ends in a ScenarioError.
YamlNode read_yaml(const std::string& text, Problems& problems);

}  // namespace ksmsim
