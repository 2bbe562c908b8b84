// What others test KSM with, and the results they expect: the kernel's selftests (tools/testing/selftests/mm), LTP's
// ksm01, the kernel documentation's profit, and what follows from max_page_sharing. In kernels of the old order and the
// new.
#include "catch.h"
#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

const char* const kKernels[] = {"4.14", "5.10", "6.1", "6.6", "6.12", "6.18"};

/// smart_scan is off where there is one, as in these tests.
PointResult run_yaml(const std::string& ksm, const std::string& rest, const std::string& kernel) {
  const std::string yaml =
      "name: known\nhost: {kernel: '" + kernel + "', lru_batch: off}\nksm: {smart_scan: 0, " + ksm + "}\n" + rest;
  return run_point({{}, parse_scenario(yaml, "known.yaml")});
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

std::string one_vm(const std::string& pages, const std::string& more) {
  return "vms: [{name: vm, regions: [{pages: '" + pages + "'}]}]\n" + more;
}

}  // namespace

TEST_CASE("selftest ksm_tests -M: ten equal pages become one") {
  for (const std::string kernel : kKernels) {
    const PointResult run = run_yaml("pages_to_scan: 10", one_vm("f2a*10", "stop: {full_scans: 2}"), kernel);
    CHECK((shares(run.counters) == Shares{1, 9, 0, 0}));
  }
}

TEST_CASE("selftest ksm_tests -U: a page written to is not shared after the next scan") {
  const std::string events =
      "events:\n"
      "  - {after_full_scan: 2, write: {vm: vm, pages: 0, content: f2d}}\n"
      "  - {after_full_scan: 2, write: {vm: vm, pages: 1, content: f2b}}\n"
      "stop: {full_scans: 3}";
  for (const std::string kernel : kKernels) {
    const KsmCounters c = run_yaml("pages_to_scan: 10", one_vm("f2a*2", events), kernel).counters;
    CHECK(c.pages_shared == 0);
    CHECK(c.pages_sharing == 0);
  }
}

TEST_CASE("selftest ksm_tests -Z: pages of zeros merge with each other, or with the zero page") {
  for (const std::string kernel : kKernels) {
    const auto with = [&](const std::string& knob) {
      return run_yaml("pages_to_scan: 10, use_zero_pages: " + knob, one_vm("0*10", "stop: {full_scans: 2}"), kernel)
          .counters;
    };
    CHECK((shares(with("0")) == Shares{1, 9, 0, 0}));
    CHECK(with("1").pages_shared == 0);
    CHECK(with("1").ksm_zero_pages == 10);
  }
}

TEST_CASE("selftest unmerge_zero_pages: half of 512 given back by madvise, half by writes") {
  const std::string events =
      "events:\n"
      "  - {after_full_scan: 2, unmergeable: {vm: vm, pages: 0..255}}\n"
      "  - {after_full_scan: 3, write: {vm: vm, pages: 256..511, content: 'page+1'}}\n"
      "stop: {full_scans: 4}\nsample: full_scan";
  for (const std::string kernel : {"6.6", "6.12", "6.18"}) {
    const PointResult run = run_yaml("pages_to_scan: 512, use_zero_pages: 1", one_vm("0*512", events), kernel);
    REQUIRE(run.samples.size() == 4);
    CHECK(run.samples[1].counters.ksm_zero_pages == 512);
    CHECK(run.samples[2].counters.ksm_zero_pages == 256);
    CHECK(run.samples[3].counters.ksm_zero_pages == 0);
  }
}

TEST_CASE("N equal pages with at most M sharers: the closed form of max_page_sharing") {
  for (const std::string kernel : kKernels) {
    for (const std::uint64_t m : {2u, 3u, 16u, 256u}) {
      for (const std::uint64_t n : {2u, 10u, 15u, 16u, 17u, 18u, 255u, 256u, 257u, 258u, 512u, 513u}) {
        CAPTURE(kernel, m, n);
        const PointResult run = run_yaml("max_page_sharing: " + std::to_string(m),
                                         one_vm("f2a*" + std::to_string(n), "stop: {full_scans: 2}"), kernel);
        const Shares expected = closed_form(n, m);
        CHECK((shares(run.counters) == expected));
        CHECK(run.counters.stable_node_chains == (expected.shared > 1 ? 1 : 0));
        CHECK(run.counters.stable_node_dups == (expected.shared > 1 ? expected.shared : 0));
      }
    }
  }
}

TEST_CASE("LTP ksm01: three processes of 128 MiB fill their pages anew, two full scans each time") {
  const std::string ladder =
      "vms:\n"
      "  - {name: a, regions: [{pages: 'f63*32768'}]}\n"
      "  - {name: b, regions: [{pages: 'f61*32768'}]}\n"
      "  - {name: c, regions: [{pages: 'f61*32768'}]}\n"
      "events:\n"
      "  - {after_full_scan: 2, write: {vm: b, pages: 0..32767, content: f62}}\n"
      "  - {after_full_scan: 4, write: {vm: a, pages: 0..32767, content: f64}}\n"
      "  - {after_full_scan: 4, write: {vm: b, pages: 0..32767, content: f64}}\n"
      "  - {after_full_scan: 4, write: {vm: c, pages: 0..32767, content: f64}}\n"
      "  - {after_full_scan: 6, write: {vm: b, pages: 32767, content: f65}}\n"
      "  - {after_full_scan: 8, set: {run: 2}}\n"
      "stop: {time: 10min}\nsample: full_scan";
  for (const std::string kernel : kKernels) {
    CAPTURE(kernel);
    const PointResult run =
        run_yaml("pages_to_scan: 10000, sleep_millisecs: 0, max_page_sharing: 100000", ladder, kernel);
    REQUIRE(run.samples.size() == 8);
    CHECK((shares(run.samples[1].counters) == Shares{2, 98302, 0, 0}));
    CHECK((shares(run.samples[3].counters) == Shares{3, 98301, 0, 0}));
    CHECK((shares(run.samples[5].counters) == Shares{1, 98303, 0, 0}));
    CHECK((shares(run.samples[7].counters) == Shares{1, 98302, 1, 0}));
    CHECK((shares(run.counters) == Shares{0, 0, 0, 0}));
  }
}

TEST_CASE("profit of 8192 records: 64 bytes each are lost if nothing merges, and a page each is won if all do") {
  const PointResult none = run_yaml("pages_to_scan: 1000", one_vm("1..8192", "stop: {full_scans: 2}"), "6.18");
  CHECK(none.vms.at(0).ksm_process_profit == -524288);
  const PointResult all = run_yaml("pages_to_scan: 1000", one_vm("7*8192", "stop: {full_scans: 2}"), "6.18");
  CHECK(all.vms.at(0).ksm_process_profit == 33030144);
}

TEST_CASE("smart_scan visits a page that does not merge at its occurrences 0, 1, 2, 3, 5, 8, 13, 22, 31, 40") {
  const std::string yaml = "name: smart\nhost: {kernel: '6.18'}\nksm: {smart_scan: 1}\n" +
                           one_vm("1..100", "stop: {full_scans: 41}\nsample: full_scan");
  const PointResult run = run_point({{}, parse_scenario(yaml, "smart.yaml")});
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
  const std::string late =
      "vms: [{name: vm, regions: [{pages: '7 7 8'}, {pages: '-'}]}]\n"
      "events: [{after_full_scan: 2, write: {vm: vm, region: 1, pages: 0, content: '7'}}]\n"
      "stop: {full_scans: 4}\nsample: full_scan";
  for (const std::string kernel : kKernels) {
    const PointResult run = run_yaml("pages_to_scan: 100", late, kernel);
    const bool checksum_first = kernel == "6.12" || kernel == "6.18";
    CHECK(run.samples.at(2).counters.pages_sharing == (checksum_first ? 1 : 2));
    CHECK(run.samples.at(3).counters.pages_sharing == 2);
  }
}

TEST_CASE("checksums are counted as the kernel computes them, in the old order and the new") {
  const auto checksums = [](const std::string& pages, const std::string& kernel) {
    std::vector<std::uint64_t> counts;
    const PointResult run =
        run_yaml("pages_to_scan: 1000", one_vm(pages, "stop: {full_scans: 3}\nsample: full_scan"), kernel);
    for (const Sample& s : run.samples) counts.push_back(s.checksums);
    return counts;
  };
  CHECK(checksums("7*10", "6.18") == std::vector<std::uint64_t>{10, 20, 20});
  CHECK(checksums("7*10", "6.1") == std::vector<std::uint64_t>{10, 12, 12});
  CHECK(checksums("7*257", "6.18") == std::vector<std::uint64_t>{257, 514, 515});
  CHECK(checksums("7*257", "6.1") == std::vector<std::uint64_t>{257, 260, 261});
}
