#pragma once
// The 4096 bytes of a page, where somebody needs them.
#include <cstddef>
#include <span>

#include "ksmsim/base/units.h"

namespace ksmsim {

using PageBytes = std::span<std::byte, kPageSize>;
using PageView = std::span<const std::byte, kPageSize>;

}  // namespace ksmsim
