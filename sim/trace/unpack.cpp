#include "unpack.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "ksmsim/trace/trace.h"
#include "temporary_file.h"

namespace ksmsim {
namespace {

constexpr std::size_t kChunk = 1 << 20;
using Buffer = std::vector<unsigned char>;

/// Reads on from where the descriptor stands; less than the buffer at the end only.
std::size_t read_some(int file, Buffer& buffer, const std::string& path) {
  const ssize_t got = ::read(file, buffer.data(), buffer.size());
  if (got < 0) throw TraceError(path + ": cannot be read: " + std::strerror(errno));
  return static_cast<std::size_t>(got);
}

void unpack_zstd(int file, const std::string& path, TemporaryFile& out) {
  const std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(), &ZSTD_freeDCtx);
  Buffer packed(kChunk), plain(kChunk);
  std::size_t wanted = 1;
  while (const std::size_t got = read_some(file, packed, path)) {
    ZSTD_inBuffer in{packed.data(), got, 0};
    while (in.pos < in.size) {
      ZSTD_outBuffer piece{plain.data(), plain.size(), 0};
      wanted = ZSTD_decompressStream(context.get(), &piece, &in);
      if (ZSTD_isError(wanted) != 0) throw TraceError(path + ": damaged zstd data: " + ZSTD_getErrorName(wanted));
      out.append(std::as_bytes(std::span(plain.data(), piece.pos)));
    }
  }
  // What a full output buffer left inside comes without further input.
  while (wanted != 0) {
    ZSTD_inBuffer none{nullptr, 0, 0};
    ZSTD_outBuffer piece{plain.data(), plain.size(), 0};
    wanted = ZSTD_decompressStream(context.get(), &piece, &none);
    if (ZSTD_isError(wanted) != 0 || (piece.pos == 0 && wanted != 0)) throw TraceError(path + ": zstd data ends early");
    out.append(std::as_bytes(std::span(plain.data(), piece.pos)));
  }
}

class Inflater {
 public:
  explicit Inflater(const std::string& path) : path_(path) {
    if (inflateInit2(&stream_, 16 + MAX_WBITS) != Z_OK) throw TraceError(path + ": zlib does not start");
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// True once a gzip member has ended; a further one may follow.
  bool feed(unsigned char* data, std::size_t size, Buffer& plain, TemporaryFile& out) {
    stream_.next_in = data;
    stream_.avail_in = static_cast<unsigned>(size);
    while (stream_.avail_in > 0) {
      if (ended_) inflateReset(&stream_);
      stream_.next_out = plain.data();
      stream_.avail_out = static_cast<unsigned>(plain.size());
      const int state = inflate(&stream_, Z_NO_FLUSH);
      if (state != Z_OK && state != Z_STREAM_END) throw TraceError(path_ + ": damaged gzip data");
      ended_ = state == Z_STREAM_END;
      out.append(std::as_bytes(std::span(plain.data(), plain.size() - stream_.avail_out)));
    }
    return ended_;
  }

 private:
  const std::string& path_;
  z_stream stream_{};
  bool ended_ = false;
};

void unpack_gzip(int file, const std::string& path, TemporaryFile& out) {
  Inflater inflater(path);
  Buffer packed(kChunk), plain(kChunk);
  bool ended = false;
  while (const std::size_t got = read_some(file, packed, path)) ended = inflater.feed(packed.data(), got, plain, out);
  if (!ended) throw TraceError(path + ": gzip data ends early");
}

}  // namespace

int unpacked(int file, const std::string& path, std::uint64_t offset) {
  std::array<unsigned char, 4> magic{};
  if (pread(file, magic.data(), magic.size(), static_cast<off_t>(offset)) != static_cast<ssize_t>(magic.size()))
    return file;
  const bool zstd = magic == std::array<unsigned char, 4>{0x28, 0xb5, 0x2f, 0xfd};
  const bool gzip = magic[0] == 0x1f && magic[1] == 0x8b;
  if (!zstd && !gzip) return file;
  if (lseek(file, static_cast<off_t>(offset), SEEK_SET) < 0)
    throw TraceError(path + ": cannot be read: " + std::strerror(errno));
  TemporaryFile out;
  if (zstd) unpack_zstd(file, path, out);
  if (gzip) unpack_gzip(file, path, out);
  out.flush();
  const int plain = out.release();
  close(file);
  return plain;
}

}  // namespace ksmsim
