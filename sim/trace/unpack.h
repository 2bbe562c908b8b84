#pragma once
// Files that were compressed as a whole.
#include <string>

namespace ksmsim {

/// `file` itself, or in its place an unnamed temporary file with what gzip or zstd packed; the given one is closed
/// then. TraceError names `path`.
int unpacked(int file, const std::string& path);

}  // namespace ksmsim
