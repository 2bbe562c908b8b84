#pragma once
// A file to be read at any place, with every access checked. What was compressed as a whole (gzip, zstd) is unpacked to
// an unnamed temporary file first.
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

class InputFile {
 public:
  /// TraceError if it cannot be opened, is a folder, or is packed and cannot be unpacked.
  explicit InputFile(const std::string& path);
  /// What `outer` holds in packed form from that offset on, unpacked; all of `outer` if nothing is packed there.
  InputFile(const InputFile& outer, std::uint64_t offset);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  /// Was it packed, and is what is read here a temporary file?
  bool packed() const { return packed_; }
  bool has(std::uint64_t offset, std::uint64_t bytes) const { return offset <= size_ && bytes <= size_ - offset; }
  /// All of `out`, from any thread; TraceError if the file ends before, or cannot be read there.
  void read(std::uint64_t offset, std::span<std::byte> out) const;
  /// Does the file have these bytes there? False beyond its end.
  bool matches(std::uint64_t offset, std::string_view bytes) const;

  /// An unsigned number of that many bits there, as a little-endian or big-endian file has it.
  template <class T>
  T little(std::uint64_t offset) const {
    return number<T>(offset, std::endian::native == std::endian::big);
  }
  template <class T>
  T big(std::uint64_t offset) const {
    return number<T>(offset, std::endian::native == std::endian::little);
  }
  /// The first byte at or after `offset` that is stored, and the first after it that is not (a hole of a sparse file);
  /// both size() if there is none.
  struct Extent {
    std::uint64_t begin = 0, end = 0;
  };
  Extent next_data(std::uint64_t offset) const;

  /// Throws "FILE: offset N: WHY".
  [[noreturn]] void fail(std::uint64_t offset, const std::string& why) const;

 private:
  void unpack_from(std::uint64_t offset);
  template <class T>
  T number(std::uint64_t offset, bool swap) const {
    std::byte bytes[sizeof(T)];
    read(offset, bytes);
    if (swap) {
      for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
    }
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }

  std::string path_;
  int file_ = -1;
  std::uint64_t size_ = 0;
  bool packed_ = false;
};

}  // namespace ksmsim
