#pragma once
// What is kept of a page's bytes while a trace is built, worked out on all cores.
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "ksmsim/hash/fingerprint.h"
#include "ksmsim/trace/memory_image.h"

namespace ksmsim {

struct PageDigest {
  Fingerprint fingerprint;
  std::uint32_t zero_words = 0;  ///< 64-bit words of zeros at the page's begin: many pages begin so
  std::uint64_t prefix = 0;      ///< the word after them, as a big-endian number: its memcmp order
  /// Where two pages that are alike in this way may differ first.
  std::size_t decided() const { return (zero_words + std::size_t{1}) * sizeof prefix; }
};

PageDigest digest(std::span<const std::byte> page);

/// Digests of `pages` pages from `where` on, read by `threads` threads; an exception of one of them is thrown here.
void digest_pages(const MemoryImage& image, std::uint64_t where, unsigned threads, std::span<PageDigest> out);

}  // namespace ksmsim
