// Which changes of a page hashes miss.
#include "ksmsim/hash/missed_changes.h"

#include <set>
#include <sstream>

#include "catch.h"
#include "document_text.h"
#include "ksmsim/base/error.h"
#include "ksmsim/hash/fingerprint.h"
#include "ksmsim/hash/page_hash.h"
#include "ksmsim/report/hash_quality_report.h"

using namespace ksmsim;

namespace {

std::vector<std::byte> counted_pages(std::size_t count) {
  std::vector<std::byte> pages(count * kPageSize);
  for (std::size_t i = 0; i < pages.size(); ++i) pages[i] = static_cast<std::byte>(i * i % 251);
  return pages;
}

std::vector<HashQuality> tested(const std::vector<std::string>& hashes, std::uint32_t threads = 1) {
  ChangeTest test;
  test.hashes = hashes;
  test.pages = counted_pages(8);
  test.versions = 256;
  test.threads = threads;
  return test_hashes(test).value();
}

std::uint64_t missed(const HashQuality& hash) {
  std::uint64_t all = 0;
  for (const MissedChanges& kind : hash.kinds) all += kind.missed32;
  return all;
}

}  // namespace

TEST_CASE("versions of a page differ from it and, but for few, from each other") {
  const std::vector<std::byte> pages = counted_pages(1);
  const PageView base(pages.data(), kPageSize);
  std::vector<std::byte> out(kPageSize);
  for (std::size_t kind = 0; kind < kChangeKinds.size() - 1; ++kind) {
    CAPTURE(kChangeKinds[kind]);
    std::set<Fingerprint> seen;
    for (std::uint32_t v = 0; v < 1000; ++v) {
      make_version(static_cast<ChangeKind>(kind), base, 7, v, PageBytes(out.data(), kPageSize));
      seen.insert(fingerprint(out));
    }
    CHECK(seen.size() > 950);
  }
}

TEST_CASE("every hash that reads whole pages misses no more changes than chance, whoever wrote it") {
  for (const HashQuality& hash : tested({})) {
    CAPTURE(hash.hash);
    std::uint64_t changes = 0;
    for (const MissedChanges& kind : hash.kinds) changes += kind.changes;
    CHECK(changes > 1'000'000);
    CHECK((hash.bytes_read < kPageSize || chance_of_misses(missed(hash), ideal_misses(changes, 32)) > 1e-6));
  }
}

TEST_CASE("a hash of every 4th cache line misses what happens in the others") {
  const std::vector<HashQuality> both = tested({"xxh64-quarter", "xxh64"});
  CHECK(both[0].bytes_read == 1024);
  CHECK(missed(both[0]) > both[0].kinds[0].changes / 4);
  CHECK(missed(both[1]) == 0);
}

TEST_CASE("misses are the same with one thread as with more") {
  const std::vector<HashQuality> one = tested({"xxh64-quarter", "jhash2"}),
                                 more = tested({"xxh64-quarter", "jhash2"}, 3);
  REQUIRE(one.size() == more.size());
  for (std::size_t i = 0; i < one.size(); ++i) CHECK(missed(one[i]) == missed(more[i]));
}

TEST_CASE("versions that are equal are no changes") {
  ChangeTest test;
  test.hashes = {"xxh64"};
  test.pages = std::vector<std::byte>(kPageSize);  // zeros: shifting them does nothing
  test.versions = 64;
  const std::vector<HashQuality> result = test_hashes(test).value();
  CHECK(result[0].kinds[static_cast<std::size_t>(ChangeKind::shifted)].changes == 0);
  CHECK(result[0].kinds[static_cast<std::size_t>(ChangeKind::bit)].changes == 64 * 63 / 2);
}

TEST_CASE("of real changes each is counted once") {
  ChangeTest test;
  test.hashes = {"xxh64", "xxh64-sixteenth"};
  test.versions = 2;
  test.real = counted_pages(4);
  std::copy_n(test.real.begin(), 2 * kPageSize, test.real.begin() + 2 * kPageSize);
  std::copy_n(test.real.begin(), kPageSize, test.real.begin() + kPageSize);
  test.real[kPageSize + 100] ^= std::byte{1};  // in the second cache line
  const std::vector<HashQuality> result = test_hashes(test).value();
  CHECK(result[0].kinds.back().kind == ChangeKind::real);
  CHECK(result[0].kinds.back().changes == 2);
  CHECK(result[0].kinds.back().missed32 == 0);
  CHECK(result[1].kinds.back().missed64 == 1);  // the other pair differs all over
}

TEST_CASE("an ideal hash misses one change in 2^32, and the chance of more is Poisson's") {
  CHECK(ideal_misses(1ull << 33, 32) == 2);
  CHECK(chance_of_misses(0, 2) == 1);
  CHECK(chance_of_misses(1, 2) == Approx(0.864665));
  CHECK(chance_of_misses(5, 2) == Approx(0.052653).epsilon(0.001));
  CHECK(chance_of_misses(1'000'000, 2) == 0);
}

TEST_CASE("the table says what an ideal hash would miss, and who misses more") {
  const std::string text = text_of(hash_quality_document(tested({"xxh64", "xxh64-quarter", "jhash2"})));
  CHECK_THAT(text, contains_text("0.233 of a billion with 32 bits"));
  CHECK_THAT(text, contains_text("misses more"));
  CHECK_THAT(text, contains_text("as ideal"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("a hash that there is not is named") {
  CHECK_THROWS_WITH(tested({"xxh65"}), contains_text("did you mean 'xxh64'?"));
}
