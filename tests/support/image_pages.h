#pragma once
// What memory images hold, page by page, for tests that compare them; and bytes of files made by hand.
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

#include "ksmsim/trace/memory_image.h"

namespace ksmsim {

/// What a page of an image is: its bytes, zeros for a zero run, or "unreadable".
using ImagePages = std::map<std::uint64_t, std::string>;

/// Reads each run at once, as far as `most` pages of it.
inline ImagePages pages_of(const MemoryImage& image, std::uint64_t most = ~std::uint64_t{0}) {
  ImagePages pages;
  for (const ImageRun& run : image.runs()) {
    const std::uint64_t count = std::min(run.pages, most);
    std::string bytes(count * kPageSize, '\0');
    if (run.kind == ImageRun::Kind::bytes) image.read(run.where, std::as_writable_bytes(std::span(bytes)));
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool readable = run.kind != ImageRun::Kind::unreadable;
      pages[run.gfn + i] = readable ? bytes.substr(i * kPageSize, kPageSize) : "unreadable";
    }
  }
  return pages;
}

inline ImagePages pages_of(const std::string& path, const ImageOptions& options = {}) {
  return pages_of(*open_image(path, options));
}

inline std::string page_of(char byte) { return std::string(kPageSize, byte); }

template <class T>
std::string little(T value) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof value; ++i)
    bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i));
  return bytes;
}
template <class T>
std::string big(T value) {
  const std::string bytes = little(value);
  return {bytes.rbegin(), bytes.rend()};
}
inline std::string le32(std::uint32_t value) { return little(value); }
inline std::string le64(std::uint64_t value) { return little(value); }
inline std::string be32(std::uint32_t value) { return big(value); }
inline std::string be64(std::uint64_t value) { return big(value); }

/// `text` and zeros up to `size`.
inline std::string padded(std::string text, std::size_t size) {
  text.resize(size, '\0');
  return text;
}

}  // namespace ksmsim
