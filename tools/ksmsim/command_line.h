#pragma once
#include <memory>

#include "verb.h"

namespace ksmsim {

/// Reads the arguments into `session`. Nothing if --help or --version was all. UsageError for what
/// is not understood, with the nearest word that would be.
std::unique_ptr<Verb> parse_command_line(int argc, const char* const* argv, Session& session);

}  // namespace ksmsim
