#pragma once
// An unnamed file in $TMPDIR (else /var/tmp) that is gone when it is closed: for what is too large to hold in memory.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ksmsim {

class TemporaryFile {
 public:
  TemporaryFile();  ///< Error if none can be made
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// Returns where the bytes are. Error if the disk is full.
  std::uint64_t append(std::span<const std::byte> bytes);
  void flush();
  std::uint64_t size() const { return size_; }
  /// Bytes written before; from any thread once flushed.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
  /// Gives the descriptor to the caller.
  int release();

 private:
  int file_ = -1;
  std::uint64_t size_ = 0;
  std::vector<std::byte> pending_;
};

}  // namespace ksmsim
