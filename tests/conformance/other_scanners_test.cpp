// What the scanners beside KSM do otherwise, and what they do not.
#include "catch.h"
#include "ksmsim/base/plugin.h"
#include "recordings.h"

using namespace ksmsim;

namespace {

PointResult run_with(const std::string& scanner, const std::string& rest, const std::string& ksm = "") {
  return run_point({{},
                    parse_scenario("name: x\nhost: {lru_batch: off, cpu: amd-epyc}\nksm: {smart_scan: 0, scanner: " +
                                       scanner + ksm + "}\n" + rest,
                                   "x.yaml")});
}

constexpr const char* kPages = "vms: [{name: a, regions: [{pages: \"1..300 7*30 1..200 0*9 e1..20 e1..20\"}]}]\n";

double cpu_of(const PointResult& run, const std::string& term) {
  for (const CpuShare& share : run.ksmd_shares) {
    if (share.term == term) return static_cast<double>(share.cpu.ns);
  }
  return 0;
}

}  // namespace

TEST_CASE("checksum-tree counts what KSM counts over pages that nobody writes to, and takes less time for its trees") {
  for (const char* more : {"", ", max_page_sharing: 4", ", use_zero_pages: 1"}) {
    const std::string rest = std::string(kPages) + "stop: {full_scans: 6}\n";
    const PointResult ksm = run_with("ksm", rest, more), tree = run_with("checksum-tree", rest, more);
    CAPTURE(more);
    CHECK(tree.counters == ksm.counters);
    CHECK(cpu_of(tree, "checksum_step") > 0);
    CHECK(cpu_of(tree, "checksum_step") < cpu_of(ksm, "stable_step") + cpu_of(ksm, "unstable_step"));
    CHECK(cpu_of(tree, "stable_step") + cpu_of(tree, "unstable_step") == 0);
  }
}

TEST_CASE("hash-table has shared all that is equal after one full scan, as much as KSM after two") {
  const PointResult ksm = run_with("ksm", std::string(kPages) + "stop: {full_scans: 2}\n");
  const PointResult table = run_with("hash-table", std::string(kPages) + "stop: {full_scans: 1}\n");
  CHECK(table.counters.pages_sharing == ksm.counters.pages_sharing);
  CHECK(table.counters.pages_shared == ksm.counters.pages_shared);
  CHECK(table.counters.pages_unshared == ksm.counters.pages_unshared);
  CHECK(cpu_of(table, "table_lookup") > 0);
}

TEST_CASE("a hint that changed is given up, and the page that found it out takes its place") {
  const PointResult run = run_with("hash-table", R"(vms: [{name: a, regions: [{pages: "1 2 3"}]}]
events: [{after_full_scan: 1, write: {vm: a, pages: 0..1, content: "3"}}]
stop: {full_scans: 2}
)");
  // Page 0 finds page 2's hint and shares with it, and so does page 1.
  CHECK(run.counters.pages_shared == 1);
  CHECK(run.counters.pages_sharing == 2);
  const PointResult changed = run_with("hash-table", R"(vms: [{name: a, regions: [{pages: "1 2 3"}]}]
events: [{after_full_scan: 1, write: {vm: a, pages: 0..0, content: "3"}},
         {after_full_scan: 1, write: {vm: a, pages: 2..2, content: "9"}}]
stop: {full_scans: 2}
)");
  CHECK(changed.counters.pages_sharing == 0);
  CHECK(changed.counters.pages_unshared == 3);
  CHECK(changed.checksum.count == 3 + 3 + 1);  // the hint once more
}

TEST_CASE("hints outlive full scans: a page is found though its twin was met long before") {
  const PointResult run = run_with("hash-table", R"(vms: [{name: a, regions: [{pages: "1 2 3"}]}]
events: [{after_full_scan: 9, write: {vm: a, pages: 0..0, content: "3"}}]
stop: {full_scans: 10}
)");
  CHECK(run.counters.pages_sharing == 1);
}

TEST_CASE("pages whose equal hash does not see their difference are not shared") {
  for (const char* scanner : {"checksum-tree", "hash-table"}) {
    CAPTURE(scanner);
    const PointResult run = run_point({{},
                                       parse_scenario(R"(name: x
host: {lru_batch: off, cpu: {miss: 500ns, hot: {xxh64-quarter: 500ns}}}
ksm: {smart_scan: 0, hash: xxh64-quarter}
vms: [{name: a, regions: [{pages: "e1..8"}]}]
stop: {full_scans: 4}
)",
                                                      "x.yaml", {{"ksm.scanner", scanner}})});
    CHECK(run.counters.pages_sharing == 0);
    CHECK(run.counters.pages_unshared + run.counters.pages_volatile == 8);
  }
}
