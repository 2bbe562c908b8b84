#pragma once
// The tests themselves, in the process that they may crash.
#include <functional>

#include "ksmsim/hash_plugin.h"

namespace ksmsim {

/// `doing` is told what comes next, in words that follow "while". UsageError at the first fault.
void check_plugin(const ksmsim_hash& plugin, const std::function<void(const char*)>& doing);

}  // namespace ksmsim
