#include "../../sim/report/html/points.h"

#include "catch.h"
#include "sample_results.h"

using namespace ksmsim;

namespace {

/// Two hashes, each with two seeds.
RunResult repeated() {
  RunResult result{sample_scenario(), {}};
  for (const char* hash : {"fast", "slow"}) {
    for (const char* seed : {"1", "2"}) {
      PointResult point = sample_point(hash, hash == std::string("fast") ? 1000 : 2000);
      if (seed == std::string("2")) point.checksum.mean_ns += 10;
      point.settings = {{"ksm.hash", hash}, {"seed", seed}};
      result.points.push_back(point);
    }
  }
  return result;
}

}  // namespace

TEST_CASE("points that differ in the seed only are one group, and still have names of their own") {
  const RunResult result = repeated();
  const std::vector<PointGroup> groups = groups_of(result);
  REQUIRE(groups.size() == 2);
  CHECK(groups[1].label == "slow");
  CHECK(groups[1].points.size() == 2);
  CHECK(axis_title(result.points[0]) == "hash");
  CHECK(point_name(result.points[3]) == "slow, seed 2");
  CHECK(point_label(result.points[3]) == "slow, 2");
}

TEST_CASE("a point is named by the keys it differs in, and a hash needs none") {
  PointResult point = sample_point();
  point.settings = {{"ksm.pages_to_scan", "100"}};
  CHECK(point_name(point) == "pages_to_scan 100");
  point.settings = {{"ksm.hash", "xxh64"}, {"host.hz", "250"}};
  CHECK(point_name(point) == "hash xxh64, hz 250");
  CHECK(point_label(point) == "xxh64, 250");
  CHECK(axis_title(point) == "hash, hz");
}

TEST_CASE("a group's spread is over its points, and none if one of them does not tell") {
  RunResult result = repeated();
  const Figure& mean = find_figure("checksum.mean_ns");
  const std::optional<Spread> spread = spread_of(groups_of(result)[0], mean);
  REQUIRE(spread);
  CHECK(spread->mean == 1005);
  CHECK(spread->least == 1000);
  CHECK(spread->most == 1010);
  result.points[1].not_told = {"general_profit"};
  CHECK_FALSE(spread_of(groups_of(result)[0], find_figure("general_profit")));
}

TEST_CASE("points with the same counters at every sample are one history, whatever their times") {
  RunResult result = repeated();
  for (Sample& sample : result.points[1].samples) sample.time.ns += 5;
  CHECK(distinct_histories(result).size() == 1);
  CHECK(of_point(result, result.points[0]) == ", the same for all points");
  result.points[2].samples[0].counters.pages_shared += 1;
  CHECK(distinct_histories(result).size() == 2);
  CHECK(of_point(result, result.points[2]) == ", slow, seed 1");
  CHECK(of_point(sample_result(), sample_result().points[0]) == "");
}
