#pragma once
// Values of an axis written as a range.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/config/quantity.h"

namespace ksmsim {

/// "100..1000:step=100", "64MiB..1024MiB:log2", "0%..50%:linspace=6" written out, both ends included where they are
/// hit. Nothing, and no error, if `text` has not that form and is a value as it stands.
Parsed<std::vector<std::string>> expand_range(std::string_view text);

}  // namespace ksmsim
