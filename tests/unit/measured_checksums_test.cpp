#include "ksmsim/cost/measured_checksums.h"

#include <algorithm>
#include <vector>

#include "catch.h"
#include "ksmsim/base/error.h"
#include "ksmsim/base/random.h"
#include "ksmsim/hash/page_hash.h"

using namespace ksmsim;

namespace {

/// The digest from the contents' bytes, without any of the tricks.
std::uint64_t plain_digest(const std::vector<Content>& contents, const std::string& hash, unsigned bits) {
  const auto page_hash = make_page_hash(hash);
  std::uint64_t digest = 0;
  for (const Content c : contents) {
    std::byte page[kPageSize];
    content_fill(c, PageBytes(page));
    digest = mix64(digest ^ page_hash->checksum(PageView(page), bits));
  }
  return digest;
}

/// Every kind, each in several values; library pages again and again: at once, soon after, in both
/// kinds.
std::vector<Content> mixed_contents(std::size_t count) {
  constexpr ContentKind kKinds[] = {ContentKind::random,   ContentKind::shared,    ContentKind::owned,
                                    ContentKind::imported, ContentKind::last_word, ContentKind::first_word,
                                    ContentKind::fill,     ContentKind::owned};
  std::vector<Content> contents;
  for (std::uint64_t n = 0; contents.size() < count; ++n) {
    const std::uint64_t draw = mix64(n);
    const ContentKind kind = kKinds[draw % 8];
    const bool is_fill = kind == ContentKind::fill;
    const std::uint64_t far = (draw >> 8) % 4 * kLibraryPages;  // the same library page, another first word
    contents.push_back(Content::make(kind, is_fill ? draw >> 56 : (draw >> 16) % 40 + far));
    if (draw % 5 == 0) contents.push_back(contents.back());
    if (draw % 7 == 0) contents.push_back(Content());
  }
  contents.resize(count);
  return contents;
}

std::vector<Content> one_content_alone() { return std::vector<Content>(200, Content::make(ContentKind::shared, 5)); }

std::vector<Content> first_words_over_one_library_page() {
  std::vector<Content> contents;
  for (std::uint64_t n = 0; n < 200; ++n) {
    contents.push_back(Content::make(ContentKind::owned, 5 + n * kLibraryPages));
  }
  return contents;
}

}  // namespace

TEST_CASE("measured checksums are those of the contents' bytes, in order") {
  MeasuredChecksums checksums("xxh64", 32);
  std::vector<Content> all;
  std::uint64_t total = 0;
  const auto hash_in_batches = [&](const std::vector<Content>& contents, std::size_t size) {
    std::span<const Content> rest(contents);
    while (!rest.empty()) {
      const auto batch = rest.first(std::min(size, rest.size()));
      total += static_cast<std::uint64_t>(checksums.hash_batch(batch).ns);
      rest = rest.subspan(batch.size());
    }
    all.insert(all.end(), contents.begin(), contents.end());
    CAPTURE(size);
    CHECK(checksums.digest() == plain_digest(all, "xxh64", 32));
  };
  for (std::size_t size : {1u, 63u, 64u, 65u, 100u, 1000u}) {
    hash_in_batches(mixed_contents(1200), size);
  }
  hash_in_batches(one_content_alone(), 100);
  hash_in_batches(first_words_over_one_library_page(), 100);

  CHECK(checksums.hash_batch({}).ns == 0);
  CHECK(checksums.distribution().count() == all.size());
  CHECK(checksums.distribution().total() == total);
  CHECK(checksums.working_set() > kib(0));
  CHECK(checksums.working_set() < mib(64));  // few distinct pages: little memory
}

TEST_CASE("an unknown hash is refused before the working set is made") {
  CHECK_THROWS_AS(MeasuredChecksums("xxh46", 32), UsageError);
}
