// Scenarios whose VMs are captured.
#include <fstream>

#include "catch.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/trace/trace_file.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

/// Two VMs of eight pages, of which the first changes and the second is gone at the second snapshot.
Trace small_trace() {
  Trace trace;
  trace.contents.count = 20;
  trace.contents.zero = 0;
  trace.vms.push_back({"web", {{0, {0, 1, 2, 3, 4, 5, 6, 7}, {}}}});
  trace.vms.push_back({"db", {{0, {0, 1, 2, 3, 11, 12, kPageAbsent, kPageZeroMapped}, {}}}});
  TraceSnapshot later{seconds(10), {{0, 0, 4, 15}, {0, 0, 5, kPageAbsent}}};
  for (std::uint32_t page = 0; page < 6; ++page) later.changes.push_back({1, 0, page, kPageAbsent});
  trace.snapshots.push_back(later);
  return trace;
}

class Folder {
 public:
  Folder() {
    std::ofstream out(dir_.path() / "two.ksmtrace", std::ios::binary);
    write_trace(small_trace(), out);
  }
  SweepPoint point(const std::string& vms, const std::string& rest) const {
    return load_points(dir_.write("x.yaml", "vms: [" + vms + "]\nksm: {smart_scan: 0}\n" + rest)).front();
  }

 private:
  TempDir dir_;
};

constexpr const char* kBoth = "{name: a, trace: two.ksmtrace#web}, {name: b, trace: two.ksmtrace#1}";

}  // namespace

TEST_CASE("VMs of a trace hold what it has, by name or by number") {
  const Folder folder;
  const PointResult result = run_point(folder.point(kBoth, "stop: {full_scans: 2}"));
  CHECK(result.counters.pages_shared == 4);
  CHECK(result.counters.pages_sharing == 4);
  CHECK(result.counters.pages_unshared == 6);
  CHECK(result.scenario.vms[0].memory == Bytes{8 * kPageSize});
}

TEST_CASE("between two snapshots pages change, and go, at some time of their own") {
  const Folder folder;
  const PointResult before = run_point(folder.point(kBoth, "sample: 1s\nstop: {time: 20s}"));
  std::vector<std::uint64_t> sharing;
  for (const Sample& sample : before.samples) sharing.push_back(sample.counters.pages_sharing);
  CHECK(*std::max_element(sharing.begin(), sharing.end()) > 0);
  CHECK(sharing.back() == 0);
  CHECK(before.counters.pages_shared + before.counters.pages_unshared == 7);  // of web; one page went
}

TEST_CASE("two runs with a seed change the pages at the same times") {
  const Folder folder;
  const SweepPoint point = folder.point(kBoth, "sample: 100ms\nstop: {time: 12s}");
  CHECK(run_point(point).fingerprint == run_point(point).fingerprint);
}

TEST_CASE("the same VM of a trace may be there several times") {
  const Folder folder;
  const PointResult result =
      run_point(folder.point("{name: a, count: 3, trace: two.ksmtrace#web}", "stop: {full_scans: 2}"));
  CHECK(result.counters.pages_shared == 8);
  CHECK(result.counters.pages_sharing == 16);
}

TEST_CASE("a VM or a page that a trace does not have is the user's mistake") {
  const Folder folder;
  CHECK_THROWS_WITH(run_point(folder.point("{name: a, trace: two.ksmtrace#wep}", "stop: {batches: 1}")),
                    contains_text("did you mean 'web'"));
  CHECK_THROWS_WITH(check_runnable(folder
                                       .point("{name: a, trace: two.ksmtrace#web}",
                                              "stop: {batches: 1}\nevents: [{at: 1s, discard: {vm: a, pages: 8}}]")
                                       .scenario),
                    contains_text("ends with page 7"));
  CHECK_THROWS_AS(run_point(folder.point("{name: a, trace: none.ksmtrace#0}", "stop: {batches: 1}")), TraceError);
  CHECK_THROWS_WITH(folder.point("{name: a, trace: two.ksmtrace}", "stop: {batches: 1}"),
                    contains_text("expected FILE#VM"));
}
