// What others test KSM with, and the results they expect: the kernel's selftests (tools/testing/selftests/mm), LTP's
// ksm01, the kernel documentation's profit, and what follows from max_page_sharing. The scenarios are in
// tests/data/known; in kernels of the old order and the new.
#include "catch.h"
#include "recordings.h"

using namespace ksmsim;

namespace {

const char* const kKernels[] = {"4.14", "5.10", "6.1", "6.6", "6.12", "6.18"};

std::vector<SweepPoint> known_points(const std::string& name, const std::string& kernel) {
  return load_points((kTestData / "known" / (name + ".yaml")).string(), {{"host.kernel", "'" + kernel + "'"}});
}

PointResult run_known(const std::string& name, const std::string& kernel) {
  return run_point(known_points(name, kernel).front());
}

struct Shares {
  std::uint64_t shared, sharing, unshared, volatile_pages;
  friend bool operator==(const Shares&, const Shares&) = default;
};

Shares shares(const KsmCounters& c) { return {c.pages_shared, c.pages_sharing, c.pages_unshared, c.pages_volatile}; }

/// N equal pages with at most M sharers a frame: full frames, and a lone page left over stays alone.
Shares closed_form(std::uint64_t n, std::uint64_t m) {
  const std::uint64_t rest = n % m;
  if (rest <= 1) return {n / m, n / m * (m - 1), rest, 0};
  return {n / m + 1, n - n / m - 1, 0, 0};
}

/// Checksums up to each full scan.
std::vector<std::uint64_t> checksums(const std::string& pages, const std::string& kernel) {
  const std::string yaml = "name: checksums\nhost: {kernel: '" + kernel +
                           "'}\nksm: {pages_to_scan: 1000, smart_scan: 0}\nvms: [{name: vm, regions: [{pages: '" +
                           pages + "'}]}]\nstop: {full_scans: 3}\nsample: full_scan";
  std::vector<std::uint64_t> counts;
  for (const Sample& s : run_point({{}, parse_scenario(yaml, "checksums.yaml")}).samples) counts.push_back(s.checksums);
  return counts;
}

}  // namespace

TEST_CASE("selftest ksm_tests -M: ten equal pages become one") {
  for (const std::string kernel : kKernels) {
    CHECK((shares(run_known("selftest-merge", kernel).counters) == Shares{1, 9, 0, 0}));
  }
}

TEST_CASE("selftest ksm_tests -U: a page written to is not shared after the next scan") {
  for (const std::string kernel : kKernels) {
    CHECK((shares(run_known("selftest-unmerge", kernel).counters) == Shares{0, 0, 0, 2}));
  }
}

TEST_CASE("selftest ksm_tests -Z: pages of zeros merge with each other, or with the zero page") {
  for (const std::string kernel : kKernels) {
    const auto points = known_points("selftest-zero-pages", kernel);
    REQUIRE(points.size() == 2);
    CHECK((shares(run_point(points[0]).counters) == Shares{1, 9, 0, 0}));
    const KsmCounters with_zero_page = run_point(points[1]).counters;
    CHECK(with_zero_page.pages_shared == 0);
    CHECK(with_zero_page.ksm_zero_pages == 10);
  }
}

TEST_CASE("selftest unmerge_zero_pages: half of 512 given back by madvise, half by writes") {
  for (const std::string kernel : {"6.6", "6.12", "6.18"}) {
    const PointResult run = run_known("selftest-unmerge-zero-pages", kernel);
    REQUIRE(run.samples.size() == 4);
    CHECK(run.samples[1].counters.ksm_zero_pages == 512);
    CHECK(run.samples[2].counters.ksm_zero_pages == 256);
    CHECK(run.samples[3].counters.ksm_zero_pages == 0);
  }
}

TEST_CASE("N equal pages with at most M sharers: the closed form of max_page_sharing") {
  for (const std::string kernel : kKernels) {
    for (const SweepPoint& point : known_points("max-page-sharing", kernel)) {
      const std::uint64_t m = std::stoull(point.settings.at(0).second);
      CAPTURE(kernel, m);
      Shares expected{0, 0, 0, 0};
      std::uint64_t chains = 0, dups = 0;
      for (const PageRun& run : point.scenario.vms[0].regions[0].pages) {
        const Shares of_run = closed_form(run.count, m);
        expected.shared += of_run.shared;
        expected.sharing += of_run.sharing;
        expected.unshared += of_run.unshared;
        chains += of_run.shared > 1 ? 1 : 0;
        dups += of_run.shared > 1 ? of_run.shared : 0;
      }
      const KsmCounters c = run_point(point).counters;
      CHECK((shares(c) == expected));
      CHECK(c.stable_node_chains == chains);
      CHECK(c.stable_node_dups == dups);
    }
  }
}

TEST_CASE("LTP ksm01: three processes of 128 MiB fill their pages anew, two full scans each time") {
  for (const std::string kernel : kKernels) {
    CAPTURE(kernel);
    const PointResult run = run_known("ltp-ksm01", kernel);
    REQUIRE(run.samples.size() == 8);
    CHECK((shares(run.samples[1].counters) == Shares{2, 98302, 0, 0}));
    CHECK((shares(run.samples[3].counters) == Shares{3, 98301, 0, 0}));
    CHECK((shares(run.samples[5].counters) == Shares{1, 98303, 0, 0}));
    CHECK((shares(run.samples[7].counters) == Shares{1, 98302, 1, 0}));
    CHECK((shares(run.counters) == Shares{0, 0, 0, 0}));
  }
}

TEST_CASE("profit of 8192 records: 64 bytes each are lost if nothing merges, and a page each won if all do") {
  const PointResult run = run_known("profit", "6.18");
  CHECK(run.vms.at(0).ksm_process_profit == -524288);
  CHECK(run.vms.at(1).ksm_process_profit == 33030144);
}

TEST_CASE("smart_scan visits a page that does not merge at its occurrences 0, 1, 2, 3, 5, 8, 13, 22, 31, 40") {
  const PointResult run = run_known("smart-scan", "6.18");
  std::vector<std::uint64_t> visited_in;
  std::uint64_t before = 0;
  for (const Sample& s : run.samples) {
    if (s.counters.pages_scanned != before) visited_in.push_back(s.counters.full_scans - 1);
    before = s.counters.pages_scanned;
  }
  CHECK(visited_in == std::vector<std::uint64_t>{0, 1, 2, 3, 5, 8, 13, 22, 31, 40});
  CHECK(run.samples.at(13).counters.pages_scanned == 700);
  CHECK(run.samples.at(13).counters.pages_skipped == 700);
}

TEST_CASE("a new page like a shared one merges at its first visit in the old order, at its second in the new") {
  for (const std::string kernel : kKernels) {
    const PointResult run = run_known("late-page", kernel);
    const bool checksum_first = kernel == "6.12" || kernel == "6.18";
    CHECK(run.samples.at(2).counters.pages_sharing == (checksum_first ? 1 : 2));
    CHECK(run.samples.at(3).counters.pages_sharing == 2);
  }
}

TEST_CASE("checksums are counted as the kernel computes them, in the old order and the new") {
  CHECK(checksums("7*10", "6.18") == std::vector<std::uint64_t>{10, 20, 20});
  CHECK(checksums("7*10", "6.1") == std::vector<std::uint64_t>{10, 12, 12});
  CHECK(checksums("7*257", "6.18") == std::vector<std::uint64_t>{257, 514, 515});
  CHECK(checksums("7*257", "6.1") == std::vector<std::uint64_t>{257, 260, 261});
}
