// The advisor inside a run. 1000 pages at 10 ms each, a batch's sleep of 20 ms taking 24 ms, target 20 s; figures
// worked out by hand from behaviour.md, "Scan-time advisor".
#include "catch.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

PointResult run(const std::string& ksm, const std::string& rest) {
  const std::string yaml =
      "host: {kernel: \"6.18\", cpu: {miss: 0ns, visit: 10ms, hot: {xxh64: 0ns}}}\n"
      "ksm: {smart_scan: 0, advisor_target_scan_time: 20" +
      ksm + "}\nvms: [{name: a, regions: [{pages: \"1..1000\"}]}]\nsample: full_scan\n" + rest;
  return run_point({{}, parse_scenario(yaml, "x")});
}

std::vector<std::uint64_t> pages_to_scan(const PointResult& result) {
  std::vector<std::uint64_t> pages;
  for (const Sample& sample : result.samples) pages.push_back(sample.pages_to_scan);
  return pages;
}

using Pages = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("the advisor sets pages_to_scan after each full scan") {
  const PointResult result = run(", advisor_mode: scan-time", "stop: {full_scans: 3}\n");
  // 1: 3 batches of 500, 10.05 s: T 10, CPU 100 %, factor 200, change 30: 250 * 30 / 100; limits 50 and 350
  // 2: 14 batches of 75, 10.3 s: T 10, CPU 100 %, factor 200, change 51: 37 * 51 / 100; limits 10 and 70
  // 3: 56 batches of 18, 11.3 s: T 11, CPU 90 %, factor 181, change 68: 9 * 68 / 100 = 6; the floor is 10
  CHECK(pages_to_scan(result) == Pages{75, 18, 10});
  CHECK(result.batches == 3 + 14 + 56);
}

TEST_CASE("without the advisor pages_to_scan stays") {
  CHECK(pages_to_scan(run("", "stop: {full_scans: 2}\n")) == Pages{100, 100});
}

TEST_CASE("an advisor turned on during a scan takes that scan to have begun at boot") {
  const PointResult result = run(", pages_to_scan: 500",
                                 "events: [{after_batch: 4, set: {advisor_mode: scan-time}}]\nstop: {full_scans: 2}\n");
  // pages_to_scan is 500 again; T 20 for both scans, CPU 100 %, factor 100, change 30; limits 50 and 350
  CHECK(pages_to_scan(result) == Pages{500, 150});
}

TEST_CASE("an advisor turned off and on again has forgotten everything") {
  const PointResult result = run(", advisor_mode: scan-time",
                                 "events:\n"
                                 "  - {after_full_scan: 1, set: {advisor_mode: none}}\n"
                                 "  - {after_full_scan: 1, set: {advisor_mode: scan-time}}\n"
                                 "stop: {full_scans: 2}\n");
  // the second scan again has 500 pages to a batch and change 30; CPU since boot is 200 %: limits 20 and 140
  CHECK(pages_to_scan(result) == Pages{75, 75});
}

TEST_CASE("while the advisor is on, pages_to_scan is refused and its limits are taken") {
  const PointResult result = run(", advisor_mode: scan-time",
                                 "events:\n"
                                 "  - {after_batch: 1, set: {pages_to_scan: 7}}\n"
                                 "  - {after_batch: 1, set: {advisor_max_pages_to_scan: 70}}\n"
                                 "stop: {full_scans: 1}\n");
  REQUIRE(result.events.size() == 2);
  CHECK(result.events[0].refused == "EINVAL");
  CHECK(result.events[1].refused == "");
  CHECK(pages_to_scan(result) == Pages{70});
}
