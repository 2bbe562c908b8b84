#include "page_unpacker.h"

#include <snappy.h>
#include <zlib.h>
#include <zstd.h>

#include <cstring>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

bool unpack_snappy(std::span<const std::byte> packed, std::span<std::byte> plain) {
  const char* from = reinterpret_cast<const char*>(packed.data());
  std::size_t bytes = 0;
  return snappy::GetUncompressedLength(from, packed.size(), &bytes) && bytes == plain.size() &&
         snappy::RawUncompress(from, packed.size(), reinterpret_cast<char*>(plain.data()));
}

}  // namespace

struct PageUnpacker::Zlib {
  z_stream stream{};
  Zlib() {
    if (inflateInit(&stream) != Z_OK) throw Error("zlib does not start");
  }
  ~Zlib() { inflateEnd(&stream); }
  Zlib(const Zlib&) = delete;
  Zlib& operator=(const Zlib&) = delete;

  bool unpack(std::span<const std::byte> packed, std::span<std::byte> plain) {
    if (inflateReset(&stream) != Z_OK) return false;
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(plain.data());
    stream.avail_out = static_cast<uInt>(plain.size());
    return inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0;
  }
};

struct PageUnpacker::Zstd {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), &ZSTD_freeDCtx};
  Zstd() {
    if (context == nullptr) throw Error("zstd does not start");
  }
  bool unpack(std::span<const std::byte> packed, std::span<std::byte> plain) const {
    return ZSTD_decompressDCtx(context.get(), plain.data(), plain.size(), packed.data(), packed.size()) == plain.size();
  }
};

PageUnpacker::PageUnpacker() = default;
PageUnpacker::~PageUnpacker() = default;

bool PageUnpacker::unpack(Method method, std::span<const std::byte> packed, std::span<std::byte> plain) {
  switch (method) {
    case Method::stored:
      if (packed.size() != plain.size()) return false;
      std::memcpy(plain.data(), packed.data(), plain.size());
      return true;
    case Method::zlib:
      if (zlib_ == nullptr) zlib_ = std::make_unique<Zlib>();
      return zlib_->unpack(packed, plain);
    case Method::snappy:
      return unpack_snappy(packed, plain);
    case Method::zstd:
      if (zstd_ == nullptr) zstd_ = std::make_unique<Zstd>();
      return zstd_->unpack(packed, plain);
  }
  return false;
}

}  // namespace ksmsim
