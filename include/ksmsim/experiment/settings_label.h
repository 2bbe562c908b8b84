#pragma once
// What a point of a sweep sets, in few words.
#include <string>
#include <utility>
#include <vector>

namespace ksmsim {

/// "pages_to_scan=100 hash=xxh64"; "the scenario as it stands" without settings.
std::string settings_label(const std::vector<std::pair<std::string, std::string>>& settings);

}  // namespace ksmsim
