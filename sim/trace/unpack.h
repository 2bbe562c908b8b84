#pragma once
// Files that were compressed as a whole.
#include <cstdint>
#include <string>

namespace ksmsim {

/// `file` itself, or in its place an unnamed temporary file with what gzip or zstd packed from `offset` on; the given
/// one is closed then. TraceError names `path`.
int unpacked(int file, const std::string& path, std::uint64_t offset);

}  // namespace ksmsim
