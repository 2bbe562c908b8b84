#include "ksmsim/hash/missed_changes.h"

#include "catch.h"
#include "ksmsim/base/error.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/hash/page_hash.h"

using namespace ksmsim;

namespace {

/// Sees the first half of a page only, by 16 bits.
class HalfBlind final : public PageHash {
 public:
  unsigned bits() const override { return 16; }
  std::string implementation() const override { return "blind"; }
  std::uint64_t hash(PageView page) const override {
    std::uint64_t digest = 1;
    for (std::size_t i = 0; i < kPageSize / 2; ++i) digest = digest * 0x100000001b3 + static_cast<std::uint64_t>(page[i]);
    return digest >> 48;
  }
};
const Register<PageHash, HalfBlind> registered{"test-half-blind", "For a test", {}};

}  // namespace

TEST_CASE("an ideal hash of 32 bits misses one of four billion changes, and chance may double that") {
  CHECK(ideal_misses(std::uint64_t{1} << 32, 32) == 1);
  CHECK(ideal_misses(std::uint64_t{1} << 32, 64) == 0x1p-32);
  CHECK_FALSE(too_many_missed(0, 0.1));
  CHECK_FALSE(too_many_missed(4, 1));
  CHECK(too_many_missed(20, 1));
  CHECK(too_many_missed(1, 1e-9));
  CHECK_FALSE(too_many_missed(100'300, 1e5));
  CHECK(too_many_missed(102'000, 1e5));
}

TEST_CASE("a hash that does not look at all of a page misses flipped bits, and the test tells") {
  const HashTest test = test_hash("test-half-blind", 3000, {}).value();
  REQUIRE(test.kinds.size() == change_kinds().size());
  const MissedChanges& all = test.all;
  CHECK(all.missed_32 == all.missed_64);
  CHECK(too_many_missed(all.missed_32, ideal_misses(all.changes, 16)));
}

TEST_CASE("every pair of versions is a change: equal contents are not among them") {
  const HashTest test = test_hash("blake2b", 40'000, {}).value();
  for (std::size_t i = 0; i < test.kinds.size(); ++i) {
    CAPTURE(change_kinds()[i].name);
    CHECK(test.kinds[i].changes > 40'000);
    CHECK(test.kinds[i].missed_64 == 0);
    CHECK_FALSE(too_many_missed(test.kinds[i].missed_32, ideal_misses(test.kinds[i].changes, 32)));
  }
}

TEST_CASE("a test of what is no hash, or one that is stopped, gives nothing") {
  CHECK_THROWS_AS(test_hash("jhash", 10, {}), UsageError);
  std::stop_source stop;
  stop.request_stop();
  CHECK_FALSE(test_hash("xxh64", 10, stop.get_token()).has_value());
}
