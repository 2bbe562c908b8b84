#pragma once
// What is kept of a page's bytes while a trace is built, worked out on all cores.
#include <memory>
#include <span>
#include <thread>
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

/// Works out the digests of the pages from `where` on, by threads of its own, while the caller does something else.
/// `image` and `out` have to stay until it is done.
class DigestJob {
 public:
  DigestJob(const MemoryImage& image, std::uint64_t where, unsigned threads, std::span<PageDigest> out);
  ~DigestJob();
  DigestJob(const DigestJob&) = delete;
  DigestJob& operator=(const DigestJob&) = delete;
  /// All of `out` is there afterwards; an exception of one of the threads is thrown here.
  void wait();

 private:
  class Work;
  std::unique_ptr<Work> work_;
  std::vector<std::thread> threads_;
};

}  // namespace ksmsim
