#include "cold_pages.h"

#include <algorithm>
#include <cstring>

namespace ksmsim {
namespace {

constexpr std::size_t kFlushedPages = mib(16).pages();
static_assert(kFlushedPages > ColdPages::kMaxPending);

std::uint32_t library_page(Content c) { return static_cast<std::uint32_t>(c.payload() % kLibraryPages); }

bool is_library(Content c) { return c.kind() == ContentKind::shared || c.kind() == ContentKind::owned; }

}  // namespace

// What is flushed needs few pages; without flushing it takes more than the cache holds.
ColdPages::ColdPages()
    : cache_pages_(last_level_cache().pages()),
      library_(kLibraryPages),
      zeros_(flusher_.available() ? kFlushedPages : 2 * cache_pages_),
      others_(flusher_.available() ? kFlushedPages : 2 * cache_pages_),
      last_use_(kLibraryPages) {}

Bytes ColdPages::working_set() const {
  const std::size_t zeros = std::min(zeros_used_, zeros_.pages());
  const std::size_t others = std::min(others_used_, others_.pages());
  return {(library_made_ + zeros + others) * kPageSize};
}

bool ColdPages::can_prepare(Content c) const {
  if (prepared_ - released_ == kMaxPending) return false;
  return !is_library(c) || last_use_[library_page(c)] <= released_;
}

PageView ColdPages::prepare(Content c) {
  ++prepared_;
  if (is_library(c)) return prepare_library(c);
  return c.is_zero() ? prepare_zero() : prepare_other(c);
}

PageView ColdPages::prepare_library(Content c) {
  const std::uint32_t number = library_page(c);
  const PageBytes page = library_[number];
  std::uint64_t& last_use = last_use_[number];
  const bool is_new = last_use == 0;
  const bool is_recent = prepared_ - last_use < cache_pages_;
  last_use = prepared_;
  if (is_new) {
    content_fill_library(number, page);
    ++library_made_;
  }
  const std::uint64_t first_word = split_mix(c.raw(), 0);
  std::memcpy(page.data(), &first_word, sizeof first_word);
  return flushed(page, is_new || is_recent);
}

PageView ColdPages::prepare_zero() {
  const PageBytes page = zeros_[zeros_used_ % zeros_.pages()];
  // Not touched, it would be the one page that all untouched memory shares.
  if (zeros_used_++ < zeros_.pages()) page[0] = std::byte{0};
  return flushed(page, true);
}

PageView ColdPages::prepare_other(Content c) {
  const PageBytes page = others_[others_used_++ % others_.pages()];
  content_fill(c, page);
  return flushed(page, true);
}

/// At least the first line goes, of every page: so the TLB knows each page alike.
PageView ColdPages::flushed(PageBytes page, bool all_of_it) const {
  if (all_of_it) {
    flusher_.page(page);
  } else {
    flusher_.line(page.data());
  }
  return page;
}

}  // namespace ksmsim
