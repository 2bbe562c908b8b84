#pragma once
// Memory to be hashed cold: pages of our own, the size of the caches, and how to throw bytes out of
// them.
#include <cstddef>

#include "ksmsim/base/units.h"
#include "ksmsim/content/content.h"

namespace ksmsim {

/// Size of the last-level cache as the system tells it; 64 MiB if it does not.
Bytes last_level_cache();

/// Anonymous zeroed pages, given back at the end. ksmd reads guest memory by the kernel's direct
/// map, which has huge pages; so these ask for huge pages too, lest misses of the TLB be taken for
/// the hash's.
class PageMemory {
 public:
  explicit PageMemory(std::size_t pages);  ///< Error if the system has not that much
  ~PageMemory();
  PageMemory(const PageMemory&) = delete;
  PageMemory& operator=(const PageMemory&) = delete;

  std::size_t pages() const { return pages_; }
  Bytes bytes() const { return {pages_ * kPageSize}; }
  PageBytes operator[](std::size_t n) const { return PageBytes(start_ + n * kPageSize, kPageSize); }

 private:
  std::byte* start_;
  std::size_t pages_;
};

/// Throws bytes out of all caches, where the CPU lets a program do so (x86).
class CacheFlusher {
 public:
  static constexpr std::size_t kLine = 64;
  CacheFlusher();
  bool available() const { return kind_ != Kind::none; }
  void line(std::byte* place) const;
  void page(PageBytes page) const {
    for (std::size_t i = 0; i < kPageSize; i += kLine) line(page.data() + i);
  }
  /// After this no read sees a line that was to go.
  void finish() const;

 private:
  enum class Kind { none, ordered, unordered };
  Kind kind_;
};

}  // namespace ksmsim
