#pragma once
// The scenario's settings of KSM at the start, for whatever kernel is to take them.
#include <functional>
#include <string>

#include "ksmsim/config/scenario.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

/// Writes each by `set`, in file order. A knob that the kernel does not have may be given as off: one scenario for
/// several kernels. UsageError for what else is refused; `who` refuses it.
void set_tunables(const KsmSpec& ksm, const std::string& who,
                  const std::function<Errno(const std::string& name, const std::string& value)>& set);

}  // namespace ksmsim
