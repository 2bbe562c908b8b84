#include <fstream>

#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {

std::string cpu_model() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "a CPU without a name";
}

}  // namespace ksmsim
