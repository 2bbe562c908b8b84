#include <sstream>

#include "catch.h"
#include "document_text.h"
#include "ksmsim/report/report.h"
#include "longest_line.h"
#include "sample_results.h"

using namespace ksmsim;

namespace {

std::string text_of(const RunResult& result, TextStyle style = {}) { return text_of(summarise(result), style); }

std::string markdown_of(const RunResult& result) {
  std::ostringstream out;
  write_markdown(summarise(result), out);
  return out.str();
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the table of one point says what ran, what it cost and what it saved") {
  CHECK(text_of(sample_result()) == R"(small
Two VMs of 1 MiB.
  VMs   2 VMs, 2 MiB (512 pages)
  host  kernel 4.14, CPU bench, 1 GiB, 250 Hz
  ksm   pages_to_scan 200, sleep_millisecs 200, checksum_bits 32
  run   until 2 full scans, seed 1

Checksums (modelled)
  hash       xxh64, 32 bits kept
  each       1413.16 ns
  count      1000
  total      1.41 ms
  CPU share  0.0123 % of one CPU
  source     modelled, profile bench: fitted to a table

Memory after 2 h 20 min 0 s
  simulated       8400.123 s, 3 batches, 2 full scans
  saved           400 KiB, 19.53 % of the VMs' memory (pages_sharing +
                  ksm_zero_pages)
  rmap_items      500, 31.2 KiB at 64 bytes each
  general_profit  369 KiB (377600 bytes)
  ksmd CPU        2.5 ms, 0.0200 % of one CPU (modelled)

  counter         pages    memory
  pages_shared       10    40 KiB
  pages_sharing     100   400 KiB
  pages_unshared    300  1.17 MiB
  pages_volatile     90   360 KiB
  pages_scanned     600  2.34 MiB

2 VMs alive at the end
  VM   ksm_rmap_items  ksm_merging_pages  ksm_zero_pages  process_profit
  vm0             250                 60               0         224 KiB
  vm1             250                 50               0         184 KiB
  all             500                110               0         409 KiB

This took 1.5 s and 3 MiB of memory; 2 million page visits a second.
)");
}

TEST_CASE("the table leaves out what a real kernel does not tell") {
  RunResult result = sample_result();
  result.points[0].not_told = {"pages_scanned", "general_profit"};
  const std::string text = text_of(result);
  CHECK_FALSE(contains(text, "pages_scanned"));
  CHECK_FALSE(contains(text, "general_profit"));
  CHECK(contains(text, "pages_shared"));
}

TEST_CASE("a sweep over hashes is compared with the published figures") {
  const std::string text = text_of(sample_sweep());
  CHECK(contains(text, R"(
Checksums (modelled)
  source     modelled, profile bench: fitted to a table
  published  ns/checksum, A. Author, 2018

  hash  ns/checksum  count  total s   CPU %  published  deviation %
  fast      1000.00   1000    0.001  0.0123    1100.00        -9.09
  slow      2000.00   1000    0.002  0.0123    2000.00         0.00

fast is 50.00 % below slow (published 45.00 %, deviation +5.00)

Memory, the same for all points
)"));
  CHECK(longest_line(text) <= 80);
}

TEST_CASE("points that reach the same memory in different times have it shown once") {
  RunResult result = sample_sweep();
  result.points[1].simulated.ns += 2'000'000;
  CHECK(contains(text_of(result),
                 "Memory, the same for all points\n"
                 "  simulated       8400.123 to 8400.125 s, 3 batches, 2 full scans\n"));
}

TEST_CASE("a difference in time too small to print is not shown as a range") {
  RunResult result = sample_sweep();
  result.points[1].simulated.ns += 2'000;
  CHECK(contains(text_of(result), "  simulated       8400.123 s, 3 batches, 2 full scans\n"));
}

TEST_CASE("points that differ in memory get a row each, and what is equal is said once") {
  RunResult result = sample_sweep();
  result.points[1].counters.pages_sharing = 50;
  const std::string text = text_of(result);
  CHECK(contains(text, "fast  400 KiB            100\n  slow  200 KiB             50\n"));
  CHECK(contains(text, "equal for all points  simulated s 8400.1, batches 3,"));
  CHECK(longest_line(text) <= 80);
}

TEST_CASE("a sweep over another setting is led by that setting, and its hash is said once") {
  RunResult result = sample_sweep();
  for (std::size_t i = 0; i < 2; ++i) {
    result.points[i].settings = {{"ksm.pages_to_scan", i == 0 ? "100" : "200"}};
    result.points[i].checksum.hash = "xxh64";
  }
  const std::string text = text_of(result);
  CHECK(contains(text, "  pages_to_scan  ns/checksum "));
  CHECK(contains(text, "  hash    xxh64\n"));
}

TEST_CASE("percentages are compared only between points that differ in nothing but the hash") {
  RunResult result = sample_sweep();
  result.points[0].settings.push_back({"seed", "1"});
  result.points[1].settings.push_back({"seed", "2"});
  CHECK(!contains(text_of(result), "below"));
}

TEST_CASE("a grid too wide for 80 columns is split, each part led by the axes") {
  RunResult result = sample_sweep();
  for (PointResult& point : result.points) {
    point.settings.push_back({"vms.contents.slow.period", point.checksum.hash + "-and-longer"});
    point.counters.pages_sharing = point.checksum.hash == "fast" ? 123456789 : 1;
    point.counters.pages_shared = point.checksum.hash == "fast" ? 123456789 : 1;
    point.counters.pages_unshared = point.checksum.hash == "fast" ? 123456789 : 1;
  }
  const std::string text = text_of(result);
  CHECK(longest_line(text) <= 80);
  CHECK(contains(text,
                 "\n\n  hash  period           deviation %\n"
                 "  fast  fast-and-longer        -9.09\n"));
}

TEST_CASE("measured checksums say so, with their spread") {
  RunResult result = sample_result();
  ChecksumResult& checksum = result.points[0].checksum;
  checksum.source = "measured";
  checksum.implementation = "libxxhash avx2";
  checksum.p50_ns = 1000;
  checksum.p99_ns = 2000;
  const std::string text = text_of(result);
  CHECK(contains(text, "Checksums (measured)\n"));
  CHECK(contains(text, "measured on this machine, libxxhash avx2 (p50 1000 ns, p99 2000 ns)"));
}

TEST_CASE("refused events are listed with their errno") {
  RunResult result = sample_result();
  result.points[0].events = {{14, SimTime{}, "set: {pages_to_scan: -1}", "EINVAL"}, {15, SimTime{}, "kill: vm1", ""}};
  const std::string text = text_of(result);
  CHECK(contains(text,
                 "1 event refused, as the kernel would\n"
                 "  after batch 14  set: {pages_to_scan: -1} -> EINVAL\n"));
  CHECK(!contains(text, "kill"));
}

TEST_CASE("many VMs are summed up in a row each for smallest, median and largest") {
  RunResult result = sample_result();
  result.points[0].vms.clear();
  for (std::uint64_t i = 0; i < 101; ++i) {
    result.points[0].vms.push_back({"vm" + std::to_string(i), 100 - i, i, 0, 0});
  }
  const std::string text = text_of(result);
  CHECK(contains(text, "\n  smallest               0                  0 "));
  CHECK(contains(text, "\n  median                50                 50 "));
  CHECK(contains(text, "\n  largest              100                100 "));
  CHECK(contains(text, "\n  all                 5050               5050 "));
}

TEST_CASE("only a terminal's table has escape sequences, whatever names hold") {
  RunResult result = sample_result();
  result.scenario.name = "red \033[31m\nname";
  CHECK(!contains(text_of(result), "\033"));
  CHECK(contains(text_of(result), "red [31m name\n"));
  CHECK(contains(text_of(result, {true}), "\033[1mred [31m name\033[0m\n"));
  CHECK(!contains(markdown_of(result), "\033"));
}

TEST_CASE("Markdown has the same figures, and names cannot break its tables") {
  RunResult result = sample_result();
  result.points[0].vms[0].name = "a|b *c*";
  const std::string text = markdown_of(result);
  CHECK(text.substr(0, 8) == "# small\n");
  CHECK(contains(text, "## Checksums (modelled)\n\n- hash: xxh64, 32 bits kept\n"));
  CHECK(contains(text, R"(
| VM         | ksm_rmap_items | ksm_merging_pages | ksm_zero_pages | process_profit |
|:-----------|---------------:|------------------:|---------------:|---------------:|
| a\|b \*c\* |            250 |                60 |              0 |        224 KiB |
)"));
}

TEST_CASE("pages_to_scan is in the table if it changed during the run") {
  RunResult result = sample_result();
  CHECK_FALSE(contains(text_of(result), "in the end"));
  result.points[0].samples[1].pages_to_scan = 75;
  CHECK(contains(text_of(result), "pages_to_scan   75 to 200, 75 in the end\n"));
}

TEST_CASE("of many points those that save most are shown, and how many there are is said") {
  RunResult result = sample_sweep();
  result.scenario.sweep.axes = {{"ksm.pages_to_scan", {}}};
  const PointResult one = result.points.front();
  result.points.clear();
  for (std::uint64_t i = 0; i < 60; ++i) {
    result.scenario.sweep.axes[0].values.push_back(std::to_string(1000 + i));
    result.points.push_back(one);
    result.points.back().settings = {{"ksm.pages_to_scan", std::to_string(1000 + i)}};
    result.points.back().counters.pages_sharing = 100 + i;
  }
  const std::string text = text_of(result);
  CHECK(contains(text, "about 20 of 60 points"));
  CHECK(contains(text, "1005, 1006, 1007, ...\n         1059, 60 values"));
  CHECK(contains(text, "\n  1059  "));
  CHECK_FALSE(contains(text, "\n  1039  "));
  CHECK(longest_line(text) <= 80);
}
