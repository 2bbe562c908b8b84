#pragma once
// Blocks of memory that a dump has compressed one by one. What a decompressor needs is set up once for many blocks.
#include <cstdint>
#include <memory>
#include <span>

namespace ksmsim {

class PageUnpacker {
 public:
  enum class Method { stored, zlib, snappy, zstd };
  PageUnpacker();
  ~PageUnpacker();
  PageUnpacker(const PageUnpacker&) = delete;
  PageUnpacker& operator=(const PageUnpacker&) = delete;

  /// False if `packed` is damaged or does not fill `plain` exactly.
  bool unpack(Method method, std::span<const std::byte> packed, std::span<std::byte> plain);

 private:
  struct Zlib;
  struct Zstd;
  std::unique_ptr<Zlib> zlib_;
  std::unique_ptr<Zstd> zstd_;
};

}  // namespace ksmsim
