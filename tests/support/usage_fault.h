#pragma once
// A command line that must be refused.
#include <string>

#include "catch.h"
#include "shell.h"

namespace ksmsim {

/// What `line` says on stderr; it must end with exit status 2 and write nothing to stdout.
inline std::string usage_fault(const Shell& shell, const std::string& line) {
  CAPTURE(line);
  const Finished done = shell.run(line);
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  return done.err;
}

}  // namespace ksmsim
