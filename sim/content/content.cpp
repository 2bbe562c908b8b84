#include "ksmsim/content/content.h"

#include <algorithm>
#include <cstring>

namespace ksmsim {
namespace {

constexpr std::size_t kWords = kPageSize / sizeof(std::uint64_t);

void store(PageBytes page, std::size_t word, std::uint64_t value) {
  std::memcpy(page.data() + word * sizeof value, &value, sizeof value);
}

void fill_random(std::uint64_t state, PageBytes page) {
  for (std::size_t i = 0; i < kWords; ++i) store(page, i, split_mix(state, i));
}

}  // namespace

std::strong_ordering content_order_on_tie(Content a, Content b) {
  alignas(8) std::byte x[kPageSize];
  alignas(8) std::byte y[kPageSize];
  content_fill(a, PageBytes(x));
  content_fill(b, PageBytes(y));
  return std::memcmp(x, y, kPageSize) <=> 0;
}

void content_fill_library(std::uint32_t number, PageBytes page) {
  const RandomStream words(number, "library");
  for (std::size_t i = 1; i < kWords; ++i) store(page, i, words.word(i));
}

void content_fill(Content c, PageBytes page) {
  switch (c.kind()) {
    case ContentKind::random:
      if (!c.is_zero()) return fill_random(c.raw(), page);
      break;
    case ContentKind::shared:
    case ContentKind::owned:
      content_fill_library(static_cast<std::uint32_t>(c.payload() % kLibraryPages), page);
      return store(page, 0, split_mix(c.raw(), 0));
    case ContentKind::fill:
      std::fill(page.begin(), page.end(), static_cast<std::byte>(c.payload()));
      return;
    case ContentKind::first_word:
    case ContentKind::last_word:
    case ContentKind::imported:
      break;
  }
  std::fill(page.begin(), page.end(), std::byte{0});
  if (c.kind() == ContentKind::first_word) store(page, 0, c.payload());
  if (c.kind() == ContentKind::last_word) store(page, kWords - 1, c.payload());
  if (c.kind() == ContentKind::imported) store(page, 0, __builtin_bswap64(c.payload()));
}

}  // namespace ksmsim
