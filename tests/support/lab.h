#pragma once
// What the tests of tools/lab share.
#include <string>

#include "run_command.h"

namespace ksmsim {

/// The line with which a script of tools/lab says that QEMU or a package cannot be had; empty if it says no such thing.
inline std::string missing_for_lab(const CommandResult& done) {
  if (done.exit_code != 1) return "";
  for (const char* part : {" is missing; install ", "apt offers no Debian cloud kernel ", "apt does not give "}) {
    const std::size_t found = done.err.find(part);
    if (found == std::string::npos) continue;
    const std::size_t line = done.err.rfind('\n', found) + 1;  // npos + 1 is 0
    return done.err.substr(line, done.err.find('\n', found) - line);
  }
  return "";
}

}  // namespace ksmsim
