// What a batch did, and what ksmd's CPU time makes of it.
#include "ksmsim/experiment/visit_work.h"

#include <cmath>

#include "catch.h"
#include "ksmsim/cost/cost_profile.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

Scenario scenario_of(const std::string& pages, const std::string& host = "", const std::string& ksm = "") {
  return parse_scenario("name: x\nhost: {lru_batch: off" + host + "}\nksm: {pages_to_scan: 1000" + ksm +
                            "}\nvms: [{name: a, regions: [{pages: " + pages + "}]}]\nstop: {full_scans: 3}\n",
                        "x.yaml");
}

/// By full scan.
std::vector<BatchWork> work_of(const Scenario& scenario) {
  std::vector<BatchWork> batches;
  RunOptions options;
  options.batch_work = [&](const BatchWork& work) { batches.push_back(work); };
  run_point({{}, scenario}, options);
  return batches;
}

double cpu_percent(const std::string& hash, const std::string& sleep) {
  const Scenario scenario = parse_scenario(
      "name: x\nhost: {cpu: xeon-e5-2420, kernel: '4.14'}\nksm: {pages_to_scan: 100, sleep_millisecs: " + sleep +
          ", hash: " + hash +
          "}\nvms: [{name: a, memory: 256MiB, contents: {model: linux-clone, zero: 0%, image: 0%, "
          "repeated: 0%}}]\nstop: {full_scans: 3}\n",
      "x.yaml");
  return run_point({{}, scenario}).ksmd_cpu_percent;
}

}  // namespace

TEST_CASE("a way down a tree has the binary logarithm of its size for a length") {
  CHECK(tree_steps(0) == 0);
  CHECK(tree_steps(1) == BatchWork::kSteps);
  CHECK(tree_steps(2) == BatchWork::kSteps * 3 / 2);
  CHECK(tree_steps(1023) == 10 * BatchWork::kSteps);
  CHECK(tree_steps(0xffffffff) == 32 * BatchWork::kSteps);
}

TEST_CASE("visits are counted by what came of them") {
  const auto work = work_of(scenario_of("1 1 1 2 3"));
  REQUIRE(work.size() == 3);
  CHECK(work[0].changed == 5);
  CHECK(work[0].inserted + work[0].merged == 0);
  CHECK(work[1].paired == 1);
  CHECK(work[1].joined == 1);
  CHECK(work[1].inserted == 3);  // the first of the equal ones, and the two others
  CHECK(work[1].equal_in_tree == 2);
  CHECK(work[1].merge_compares == 2);
  CHECK(work[2].merged == 3);
  CHECK(work[2].inserted == 2);
  CHECK(work[1].stable_searches == 6);  // one more to put the new node in
  CHECK(work[2].unstable_searches == 2);
  CHECK(work[2].stable_steps == 2 * BatchWork::kSteps);
  CHECK(work[2].unstable_steps == BatchWork::kSteps);
}

TEST_CASE("pages of zeros that become the zero page are counted, and pages that smart_scan skips") {
  CHECK(work_of(scenario_of("0*4 1", "", ", use_zero_pages: 1"))[1].zero_merged == 4);
  std::vector<BatchWork> batches;
  Scenario scenario = scenario_of("1..6", "", ", smart_scan: 1");
  scenario.stop.full_scans = 6;
  RunOptions options;
  options.batch_work = [&](const BatchWork& work) { batches.push_back(work); };
  run_point({{}, scenario}, options);
  REQUIRE(batches.size() == 6);
  CHECK(batches[4].skipped == 6);
  CHECK(batches[4].visits == 0);
}

TEST_CASE("pages that differ in their last word alone are compared to the end") {
  CHECK(work_of(scenario_of("1..8"))[1].prefix_bytes == 0);
  const BatchWork work = work_of(scenario_of("e1..8"))[1];
  CHECK(work.prefix_bytes > std::uint64_t{7} * 4000);
  CHECK(work.prefix_bytes < std::uint64_t{8} * 4 * 4096);
}

TEST_CASE("compared pages cost by bytes before 5.17 and by words from then on") {
  const BatchWork work = work_of(scenario_of("7*20"))[1];
  const auto amount = [&](const std::string& kernel, std::string_view key) {
    const VisitAmounts amounts = visit_amounts(work, kernel_traits(kernel));
    for (std::size_t i = 0; i < amounts.size(); ++i) {
      if (kVisitTerms[i].key == key) return amounts[i];
    }
    return -1.0;
  };
  CHECK(amount("5.15", "compare_bytewise") == 38);
  CHECK(amount("5.15", "compare") == 0);
  CHECK(amount("6.1", "compare_bytewise") == 0);
  CHECK(amount("6.1", "compare") == 38);
}

TEST_CASE("the scanner that walks its trees has done the same work as the one that takes short cuts") {
  const std::string pages = "'1..400 7*300 0*50 e1..30 1..200 9*5'";
  const auto quick = work_of(scenario_of(pages, "", ", max_page_sharing: 8"));
  const auto walked = work_of(scenario_of(pages, "", ", max_page_sharing: 8, scanner: ksm-walk"));
  REQUIRE(quick.size() == walked.size());
  for (std::size_t i = 0; i < quick.size(); ++i) {
    CHECK(visit_amounts(quick[i], kernel_traits("6.18")) == visit_amounts(walked[i], kernel_traits("6.18")));
  }
}

TEST_CASE("what ksmd's CPU time went to adds up to it") {
  const PointResult run = run_point({{}, scenario_of("'1..400 7*300 0*50 1..200'", ", cpu: amd-epyc")});
  CHECK_FALSE(run.ksmd_cpu_is_checksums_only);
  std::int64_t sum = 0;
  for (const CpuShare& share : run.ksmd_shares) sum += share.cpu.ns;
  CHECK(std::abs(sum - run.ksmd_cpu.ns) <= 20);  // each is rounded by itself
  CHECK(run_point({{}, scenario_of("1")}).ksmd_shares.empty());
}

TEST_CASE("one profile of the E5-2420 gives ksmd's four published shares of a CPU to within 15 %") {
  CHECK(cpu_percent("jhash2", "20") == Approx(4.7).epsilon(0.15));
  CHECK(cpu_percent("xxh64", "20") == Approx(3.3).epsilon(0.15));
  CHECK(cpu_percent("jhash2", "1") == Approx(18).epsilon(0.15));
  CHECK(cpu_percent("xxh64", "1") == Approx(11).epsilon(0.15));
}
