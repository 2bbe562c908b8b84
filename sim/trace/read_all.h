#pragma once
// pread(), until all is there.
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ksmsim {

/// Bytes that were read from `offset` on. If they are fewer than `out` takes, errno says why; 0: the file ends.
inline std::size_t read_all(int file, std::uint64_t offset, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    errno = 0;
    const ssize_t got = pread(file, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

}  // namespace ksmsim
