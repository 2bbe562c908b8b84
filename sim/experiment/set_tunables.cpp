#include "ksmsim/experiment/set_tunables.h"

#include "ksmsim/base/error.h"

namespace ksmsim {

void set_tunables(const KsmSpec& ksm, const std::string& who,
                  const std::function<Errno(const std::string& name, const std::string& value)>& set) {
  for (const auto& [name, value] : ksm.tunables) {
    if (set(name, value) == 0 || value == "0") continue;
    throw UsageError(std::string("ksm.").append(name).append(": ").append(who).append(" refuses '") + value + "'");
  }
}

}  // namespace ksmsim
