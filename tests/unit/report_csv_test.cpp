#include <algorithm>
#include <sstream>

#include "catch.h"
#include "ksmsim/report/report.h"
#include "sample_results.h"

using namespace ksmsim;

namespace {

std::string csv_of(const RunResult& result) {
  std::ostringstream out;
  write_csv(result, out);
  return out.str();
}

}  // namespace

TEST_CASE("CSV has a row a sample, the kernel recordings' columns first") {
  CHECK(csv_of(sample_result()) ==
        "batch,full_scans,pages_scanned,pages_skipped,pages_shared,pages_sharing,pages_unshared,"
        "pages_volatile,ksm_zero_pages,stable_node_chains,stable_node_dups,general_profit,"
        "time_ns,checksums,ksmd_cpu_ns,pages_to_scan\n"
        "1,0,200,1,2,3,4,5,6,7,8,-9,204000000,150,1000,200\n"
        "2,0,400,1,2,3,4,5,6,7,8,-9,408000000,300,1000,200\n");
}

TEST_CASE("CSV leaves out the columns that a real kernel does not tell") {
  RunResult result = sample_result();
  result.points[0].not_told = {"pages_scanned", "pages_skipped", "ksm_zero_pages", "general_profit", "checksums"};
  CHECK(csv_of(result) ==
        "batch,full_scans,pages_shared,pages_sharing,pages_unshared,pages_volatile,stable_node_chains,"
        "stable_node_dups,time_ns,ksmd_cpu_ns,pages_to_scan\n"
        "1,0,2,3,4,5,7,8,204000000,1000,200\n"
        "2,0,2,3,4,5,7,8,408000000,1000,200\n");
}

TEST_CASE("a sweep's settings are the last columns of CSV, quoted where they must be") {
  RunResult result = sample_sweep();
  result.points[1].settings[0].second = "a \"b\", c\nd";
  const std::string text = csv_of(result);
  CHECK(text.find(",pages_to_scan,ksm.hash\n1,0,200,") != std::string::npos);
  CHECK(text.find("204000000,150,1000,200,fast\n") != std::string::npos);
  CHECK(text.find("204000000,150,1000,200,\"a \"\"b\"\", c\nd\"\n") != std::string::npos);
}

TEST_CASE("CSV longer than its buffer is complete") {
  RunResult result = sample_result();
  result.points[0].samples.assign(20'000, sample_row(7));
  const std::string text = csv_of(result);
  CHECK(std::count(text.begin(), text.end(), '\n') == 20'001);
  const std::string last = "\n7,0,1400,1,2,3,4,5,6,7,8,-9,1428000000,1050,1000,200\n";
  CHECK(text.substr(text.size() - last.size()) == last);
}

TEST_CASE("a run without samples gives CSV's header alone") {
  RunResult result = sample_result();
  result.points[0].samples.clear();
  const std::string text = csv_of(result);
  CHECK(text.substr(0, 17) == "batch,full_scans,");
  CHECK(std::count(text.begin(), text.end(), '\n') == 1);
}
