#include "cold_pages.h"

#include <algorithm>
#include <cstring>
#include <future>
#include <thread>

namespace ksmsim {
namespace {

constexpr std::size_t kZerosLeast = mib(64).pages(), kZerosMost = gib(1).pages();

std::uint32_t library_page(Content c) {
  return static_cast<std::uint32_t>(c.payload() % kLibraryPages);
}

bool is_library(Content c) {
  return c.kind() == ContentKind::shared || c.kind() == ContentKind::owned;
}

}  // namespace

// What is flushed after writing needs no more pages than can be pending; without flushing it takes
// a cache full.
ColdPages::ColdPages()
    : cache_pages_(last_level_cache().pages()),
      library_(kLibraryPages),
      zeros_(std::clamp(cache_pages_ + cache_pages_ / 4, kZerosLeast, kZerosMost)),
      others_(flusher_.available() ? 2 * kMaxPending : std::max(cache_pages_, kMaxPending)),
      last_use_(kLibraryPages) {
  const std::size_t workers = std::clamp(std::thread::hardware_concurrency(), 1u, 4u);
  std::vector<std::future<void>> running;
  for (std::size_t worker = 0; worker < workers; ++worker) {
    running.push_back(std::async(std::launch::async, [=, this] { make_share(worker, workers); }));
  }
  for (std::future<void>& share : running) share.get();
}

/// The zeros come after the library, so that they throw it out of the caches.
void ColdPages::make_share(std::size_t worker, std::size_t workers) {
  const auto for_share = [&](std::size_t pages, auto make) {
    const std::size_t end = pages * (worker + 1) / workers;
    for (std::size_t n = pages * worker / workers; n < end; ++n) make(n);
  };
  for_share(library_.pages(), [&](std::size_t n) {
    content_fill_library(static_cast<std::uint32_t>(n), library_[n]);
  });
  for_share(zeros_.pages(), [&](std::size_t n) { zeros_[n][0] = std::byte{0}; });
}

Bytes ColdPages::working_set() const {
  return {library_.bytes().count + zeros_.bytes().count + others_.bytes().count};
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
  const PageBytes page = library_[library_page(c)];
  const std::uint64_t first_word = split_mix(c.raw(), 0);
  std::memcpy(page.data(), &first_word, sizeof first_word);
  std::uint64_t& last_use = last_use_[library_page(c)];
  const bool still_cached = last_use != 0 && prepared_ - last_use < cache_pages_;
  last_use = prepared_;
  if (still_cached) {
    flusher_.page(page);
  } else {
    flusher_.line(page.data());
  }
  return page;
}

PageView ColdPages::prepare_zero() {
  const PageBytes page = zeros_[zeros_used_++ % zeros_.pages()];
  flusher_.line(page.data());  // as for the others, so that the TLB knows the page either way
  return page;
}

PageView ColdPages::prepare_other(Content c) {
  const PageBytes page = others_[prepared_ % others_.pages()];
  content_fill(c, page);
  flusher_.page(page);
  return page;
}

}  // namespace ksmsim
