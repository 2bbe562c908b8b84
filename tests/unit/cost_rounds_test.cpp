// What several runs of the same work tell together.
#include "ksmsim/cost/cost_rounds.h"

#include "catch.h"

using namespace ksmsim;

namespace {

/// A round of two full scans, of two batches each.
std::vector<CostRow> round_of(const std::vector<double>& ns) {
  std::vector<CostRow> rows(4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].pass = i / 2;
    rows[i].checksums = static_cast<double>(i);
    rows[i].real_ns = ns[i];
  }
  return rows;
}

}  // namespace

TEST_CASE("a batch that one of three rounds was disturbed in has the time of the other two") {
  const std::vector<CostRow> rows =
      median_times({round_of({10, 20, 30, 40}), round_of({11, 900, 31, 41}), round_of({12, 22, 800, 39})});
  REQUIRE(rows.size() == 4);
  CHECK(rows[0].real_ns == 11);
  CHECK(rows[1].real_ns == 22);
  CHECK(rows[2].real_ns == 31);
  CHECK(rows[3].real_ns == 40);
  CHECK(rows[3].checksums == 3);
  CHECK(rows[3].pass == 1);
}

TEST_CASE("rounds' ranges are of full scans, not of batches") {
  const std::vector<double> ranges = round_ranges({round_of({10, 30, 50, 50}), round_of({30, 10, 60, 50})});
  REQUIRE(ranges.size() == 2);
  CHECK(ranges[0] == 0);
  CHECK(ranges[1] == Approx(100 * 10 / 105.0));
}

TEST_CASE("one round is taken as it is") {
  const CostRounds rounds{round_of({1, 2, 3, 4})};
  CHECK(median_times(rounds)[2].real_ns == 3);
  CHECK(round_ranges(rounds) == std::vector<double>{0, 0});
}
