#include "provenance.h"

#include <sys/utsname.h>

#include <ctime>
#include <fstream>

namespace ksmsim {
namespace {

/// "model name" of /proc/cpuinfo; what uname says where there is none.
std::string cpu_model(const utsname& system) {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return system.machine;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

Provenance provenance_here() {
  utsname system{};
  uname(&system);
  return {KSMSIM_VERSION, cpu_model(system), std::string(system.sysname) + " " + system.release, utc_now()};
}

}  // namespace ksmsim
