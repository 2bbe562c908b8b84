#include "ksmsim/experiment/settings_label.h"

namespace ksmsim {

std::string settings_label(const std::vector<std::pair<std::string, std::string>>& settings) {
  if (settings.empty()) return "the scenario as it stands";
  std::string label;
  for (const auto& [key, value] : settings) {
    if (!label.empty()) label += ' ';
    label.append(key.substr(key.rfind('.') + 1)).append(1, '=').append(value);
  }
  return label;
}

}  // namespace ksmsim
