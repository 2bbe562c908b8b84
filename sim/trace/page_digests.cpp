#include "page_digests.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

namespace ksmsim {
namespace {

constexpr std::size_t kBlock = 64;  ///< pages read at once: they stay in the second-level cache until hashed

}  // namespace

class DigestJob::Work {
 public:
  Work(const MemoryImage& image, std::uint64_t where, std::span<PageDigest> out)
      : image_(image), where_(where), out_(out) {}

  void take_blocks() {
    std::vector<std::byte> bytes(kBlock * kPageSize);
    try {
      for (std::size_t first = next_.fetch_add(kBlock); first < out_.size(); first = next_.fetch_add(kBlock)) {
        do_block(first, bytes);
      }
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = out_.size();
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void do_block(std::size_t first, std::vector<std::byte>& bytes) {
    const std::size_t pages = std::min(kBlock, out_.size() - first);
    const std::span<std::byte> block(bytes.data(), pages * kPageSize);
    image_.read(where_ + first * kPageSize, block);
    for (std::size_t i = 0; i < pages; ++i) out_[first + i] = digest(block.subspan(i * kPageSize, kPageSize));
  }

  const MemoryImage& image_;
  std::uint64_t where_;
  std::span<PageDigest> out_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

PageDigest digest(std::span<const std::byte> page) {
  static constexpr std::array<std::byte, kPageSize> kZeros{};
  static const Fingerprint of_zeros = fingerprint(kZeros);
  PageDigest digest;
  digest.fingerprint = fingerprint(page);
  if (digest.fingerprint == of_zeros) {
    digest.zero_words = kPageSize / sizeof digest.prefix;
    return digest;
  }
  std::uint64_t word = 0;
  for (std::size_t at = 0; at < page.size() && word == 0; at += sizeof word) {
    std::memcpy(&word, page.data() + at, sizeof word);
    if (word == 0) ++digest.zero_words;
  }
  digest.prefix = std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
  return digest;
}

DigestJob::DigestJob(const MemoryImage& image, std::uint64_t where, unsigned threads, std::span<PageDigest> out)
    : work_(std::make_unique<Work>(image, where, out)) {
  const std::size_t blocks = (out.size() + kBlock - 1) / kBlock;
  if (blocks == 1) work_->take_blocks();  // not worth a thread
  for (unsigned i = 0; i < threads && blocks > 1 && i < blocks; ++i) {
    threads_.emplace_back([work = work_.get()] { work->take_blocks(); });
  }
}

DigestJob::~DigestJob() {
  for (std::thread& thread : threads_) thread.join();
}

void DigestJob::wait() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  work_->rethrow();
}

}  // namespace ksmsim
