#include "plugin_checks.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>
#include <vector>

#include "ksmsim/base/error.h"
#include "ksmsim/base/page_bytes.h"
#include "ksmsim/base/random.h"
#include "plugin_hash.h"

namespace ksmsim {
namespace {

constexpr std::size_t kPages = 64;

void check(bool fine, const char* what) {
  if (!fine) throw UsageError(what);
}

/// Memory with nothing before and nothing behind it, which can be read and not written.
class GuardedMemory {
 public:
  explicit GuardedMemory(const std::vector<std::byte>& bytes)
      : guard_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
        size_((bytes.size() + guard_ - 1) / guard_ * guard_),
        start_(mmap(nullptr, size_ + 2 * guard_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    if (start_ == MAP_FAILED || mprotect(first(), size_, PROT_READ | PROT_WRITE) != 0) throw Error("no memory");
    std::memcpy(first() + size_ - bytes.size(), bytes.data(), bytes.size());
    std::memcpy(first(), bytes.data(), bytes.size());  // the same where a page of ours is one of the system's
    mprotect(first(), size_, PROT_READ);
  }
  ~GuardedMemory() { munmap(start_, size_ + 2 * guard_); }
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  /// A page that begins where memory begins.
  PageView first_page() const { return PageView(first(), kPageSize); }
  /// One that ends where it ends.
  PageView last_page() const { return PageView(first() + size_ - kPageSize, kPageSize); }

 private:
  std::byte* first() const { return static_cast<std::byte*>(start_) + guard_; }
  std::size_t guard_, size_;
  void* start_;
};

/// Page 0 is zeros, page 1 is ones, the others are random.
std::vector<std::byte> page_number(std::uint64_t number) {
  std::vector<std::byte> page(kPageSize, number == 1 ? std::byte{0xff} : std::byte{0});
  for (std::size_t i = 0; number > 1 && i < kPageSize; i += 8) {
    const std::uint64_t word = mix64(number << 32 | i);
    std::memcpy(page.data() + i, &word, sizeof word);
  }
  return page;
}

class Checks {
 public:
  explicit Checks(const ksmsim_hash& plugin) : plugin_(plugin), hash_(plugin, "") {
    for (std::uint64_t i = 0; i < kPages; ++i) pages_.push_back(page_number(i));
  }

  /// The digests that all else is compared with.
  void reads_its_page_only() {
    for (const auto& bytes : pages_) {
      const GuardedMemory memory(bytes);
      digests_.push_back(hash_.hash(memory.last_page()));
      check(hash_.hash(memory.first_page()) == digests_.back(),
            "is not deterministic: equal pages at two places have different digests");
    }
  }
  void digests_fit() const {
    const unsigned bits = plugin_.digest_bits;
    const auto fits = [&](std::uint64_t digest) { return bits == 64 || digest >> bits == 0; };
    check(std::all_of(digests_.begin(), digests_.end(), fits), "gives digests of more than its digest_bits");
    const auto is_first = [&](std::uint64_t digest) { return digest == digests_.front(); };
    check(!std::all_of(digests_.begin(), digests_.end(), is_first), "gives the same digest for all pages");
  }
  void is_deterministic() const {
    const PluginHash other(plugin_, "");
    std::vector<std::byte> unaligned(kPageSize + 1);
    for (std::size_t i = 0; i < kPages; ++i) {
      std::copy(pages_[i].begin(), pages_[i].end(), unaligned.begin() + 1);
      check(hash_.hash(view(i)) == digests_[i], "is not deterministic: a page hashed again has another digest");
      check(other.hash(view(i)) == digests_[i], "is not deterministic: another state gives another digest");
      check(hash_.hash(PageView(unaligned.data() + 1, kPageSize)) == digests_[i],
            "gives another digest for a page that is not aligned");
    }
  }
  void batch_is_as_single() const {
    constexpr std::uint64_t kUntouched = 0x5a5a5a5a5a5a5a5a;
    if (plugin_.hash_batch == nullptr) return;
    std::vector<const void*> addresses;
    for (std::size_t i = 0; i < kPages; ++i) addresses.push_back(pages_[i].data());
    for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{16}, kPages}) {
      std::vector<std::uint64_t> digests(kPages + 1, kUntouched);
      plugin_.hash_batch(hash_.state(), addresses.data(), count, digests.data());
      check(std::equal(digests.begin(), digests.begin() + static_cast<std::ptrdiff_t>(count), digests_.begin()),
            "its hash_batch() gives other digests than its hash()");
      check(digests[count] == kUntouched, "its hash_batch() writes more digests than it was given pages");
    }
  }
  /// Each on its way through the pages, so that they are at different ones.
  void two_threads_agree() const {
    std::atomic<bool> fine = true;
    const auto hash_all = [&](bool backwards) {
      for (std::size_t n = 0; n < 8 * kPages; ++n) {
        const std::size_t i = (backwards ? kPages - 1 - n % kPages : n) % kPages;
        if (hash_.hash(view(i)) != digests_[i]) fine = false;
      }
    };
    std::thread other(hash_all, true);
    hash_all(false);
    other.join();
    check(fine, "gives other digests when two threads use one state");
  }

 private:
  PageView view(std::size_t i) const { return PageView(pages_[i].data(), kPageSize); }

  const ksmsim_hash& plugin_;
  PluginHash hash_;
  std::vector<std::vector<std::byte>> pages_;
  std::vector<std::uint64_t> digests_;
};

}  // namespace

void check_plugin(const ksmsim_hash& plugin, const std::function<void(const char*)>& doing) {
  doing("it made its state");
  Checks checks(plugin);
  doing("it hashed a read-only page with nothing before and behind it");
  checks.reads_its_page_only();
  checks.digests_fit();
  doing("it hashed pages again");
  checks.is_deterministic();
  doing("it hashed pages in a batch");
  checks.batch_is_as_single();
  doing("two threads used it");
  checks.two_threads_agree();
  doing("it destroyed its state");
}

}  // namespace ksmsim
