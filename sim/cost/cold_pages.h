#pragma once
// Turns contents into pages that no cache holds, without writing 4096 bytes for each: most contents
// are a library page with another first word (content.h), or zeros. Memory is taken as it is used,
// so that a small scenario costs little.
#include <cstdint>
#include <vector>

#include "cold_memory.h"

namespace ksmsim {

class ColdPages {
 public:
  /// So many pages may be prepared and not yet released.
  static constexpr std::size_t kMaxPending = 64;

  ColdPages();

  /// Whether prepare(c) would leave the pending pages as they are.
  bool can_prepare(Content c) const;
  /// A page with the bytes of `c`, cold once finish() was called. It stays so until it is released.
  PageView prepare(Content c);
  void finish() const { flusher_.finish(); }
  /// The `count` oldest pending pages are done with.
  void release(std::size_t count) { released_ += count; }
  /// Memory used up to now.
  Bytes working_set() const;

 private:
  PageView prepare_library(Content c);
  PageView prepare_zero();
  PageView prepare_other(Content c);
  PageView flushed(PageBytes page, bool all_of_it) const;

  CacheFlusher flusher_;
  std::size_t cache_pages_;  ///< as many as the last-level cache holds
  PageMemory library_, zeros_, others_;
  std::vector<std::uint64_t> last_use_;  ///< by library page: prepared_ then; 0: not made yet
  std::uint64_t prepared_ = 0, released_ = 0;
  std::size_t library_made_ = 0, zeros_used_ = 0, others_used_ = 0;
};

}  // namespace ksmsim
