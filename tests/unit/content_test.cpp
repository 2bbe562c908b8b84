#include "ksmsim/content/content.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "catch.h"
#include "ksmsim/content/content_model.h"

using namespace ksmsim;

namespace {

struct Page {
  alignas(8) std::byte bytes[kPageSize];
  explicit Page(Content c) { content_fill(c, PageBytes(bytes)); }
  std::uint64_t word(std::size_t n) const {
    std::uint64_t w = 0;
    std::memcpy(&w, bytes + n * 8, 8);
    return w;
  }
};

std::vector<Content> one_of_each() {
  using K = ContentKind;
  return {Content(),
          Content::make(K::random, 7),
          Content::make(K::random, 8),
          Content::make(K::shared, 7),
          Content::make(K::owned, 7),
          Content::make(K::owned, 7 + kLibraryPages),
          Content::make(K::fill, 0x61),
          Content::make(K::fill, 0xff),
          Content::make(K::last_word, 5),
          Content::make(K::last_word, 256),
          Content::make(K::first_word, 5),
          Content::make(K::first_word, 256)};
}

}  // namespace

TEST_CASE("random page 7 is SplitMix64 from state 7, little-endian") {
  const Page page(Content::make(ContentKind::random, 7));
  CHECK(page.word(0) == split_mix(7, 0));
  CHECK(page.word(511) == split_mix(7, 511));
  CHECK(split_mix(0, 0) == 0xe220a8397b1dcdaf);  // SplitMix64's published first output from state 0
}

TEST_CASE("spellings of the zero page are one content") {
  CHECK(Content::make(ContentKind::fill, 0) == Content());
  CHECK(Content::make(ContentKind::last_word, 0) == Content());
  CHECK(Content::make(ContentKind::first_word, 0) == Content());
}

TEST_CASE("contents are ordered as memcmp orders their bytes") {
  const auto contents = one_of_each();
  for (const Content a : contents) {
    for (const Content b : contents) {
      const Page x(a), y(b);
      const int bytes = std::memcmp(x.bytes, y.bytes, kPageSize);
      CAPTURE(a.raw(), b.raw());
      CHECK((content_order(a, b) <=> 0) == (bytes <=> 0));
      CHECK((a == b) == (bytes == 0));
    }
  }
}

TEST_CASE("owned contents of distinct pages and versions are distinct") {
  std::vector<std::uint64_t> seen;
  for (std::uint32_t page = 0; page < 300; ++page) {
    for (std::uint32_t version = 0; version < 30; ++version) {
      seen.push_back(owned_content(1, PageIndex(page), version).raw());
    }
  }
  std::sort(seen.begin(), seen.end());
  CHECK(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
}

TEST_CASE("a page changes once a period, at the moment that next_change tells") {
  const Duration period = seconds(10);
  for (std::uint32_t n = 0; n < 50; ++n) {
    const PageIndex page(n);
    const SimTime t = next_change(3, page, period, SimTime{});
    CHECK(change_version(3, page, period, SimTime{t.ns - 1}) + 1 == change_version(3, page, period, t));
    CHECK(next_change(3, page, period, t) == t + period);
  }
}
