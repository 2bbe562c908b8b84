#pragma once
// What the records of a trace have in common, for its writer and its reader (TRACE.md).
#include <cstdint>

namespace ksmsim {

inline constexpr std::uint64_t kPagesARecord = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kHasFingerprints = 1, kHasBytes = 2;

}  // namespace ksmsim
