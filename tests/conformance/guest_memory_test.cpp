// Real guests' memory against what a real kernel did with it: every batch, every counter.
#include <iostream>

#include "catch.h"
#include "ksmsim/live/history.h"
#include "recordings.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

/// Rows that were compared; the first that differs is in `why`.
std::size_t compare_run(const std::string& list, const std::string& run, Overrides overrides, std::string& why) {
  const std::string file = (kTestData / "guests" / (list + "." + run + ".csv")).string();
  const History recorded = parse_history(read_file(file), file);
  overrides.emplace_back("stop.batches", std::to_string(recorded.rows.size()));
  const auto points = load_points((kTestData / "guests" / (list + ".yaml")).string(), overrides);
  const History simulated = history_of(run_point(points.front()).samples);
  const Comparison comparison = compare(simulated, recorded);
  why += difference_text(simulated, "simulated", recorded, "recorded", comparison);
  REQUIRE(comparison.columns.size() == 12);
  std::cout << list << "." << run << ": " << comparison.rows << " rows compared\n";
  return comparison.rows;
}

}  // namespace

TEST_CASE("four real guests come out as on Linux 6.18, with each of the recorded settings") {
  std::string why;
  std::size_t rows = compare_run("four-guests", "base", {}, why);
  rows += compare_run("four-guests", "zero", {{"ksm.use_zero_pages", "1"}}, why);
  rows += compare_run("four-guests", "mps16", {{"ksm.max_page_sharing", "16"}}, why);
  rows += compare_run("four-guests", "smart", {{"ksm.smart_scan", "1"}}, why);
  rows += compare_run("four-guests", "default", {{"ksm.smart_scan", "1"}, {"ksm.pages_to_scan", "200"}}, why);
  CHECK(why == "");
  CHECK(rows == 2864);
}

TEST_CASE("three real guests in huge pages come out as on Linux 6.18") {
  std::string why;
  CHECK(compare_run("three-guests-huge-pages", "base", {}, why) == 176);
  CHECK(why == "");
}
