#pragma once
#include <string>

namespace ksmsim {

/// What the system calls this machine's CPU.
std::string cpu_model();

}  // namespace ksmsim
