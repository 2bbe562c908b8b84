// When a run ends, and what is refused before it begins.
#include <string>

#include "catch.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

PointResult run_yaml(const std::string& yaml) {
  return run_point({{}, parse_scenario("name: x\nvms: [{name: a, regions: [{pages: '1 1 2'}]}]\n" + yaml, "x.yaml")});
}

Scenario large(const std::string& memory) {
  return parse_scenario(
      "name: x\nvms: [{name: a, memory: " + memory + ", contents: {model: linux-clone}}]\nstop: {full_scans: 1}\n",
      "x.yaml");
}

}  // namespace

TEST_CASE("a run without VMs ends early, though it was to sample for ever") {
  const PointResult run = run_yaml("events: [{after_batch: 2, kill: a}]\nstop: {full_scans: 9}\nsample: 1s\n");
  CHECK(run.ended_early);
  CHECK(run.counters.full_scans == 3);
  CHECK(run.samples.empty());
}

TEST_CASE("a run ends early when an event stops ksmd for good") {
  const PointResult run = run_yaml("events: [{after_batch: 2, set: {run: 0}}]\nstop: {full_scans: 9}\n");
  CHECK(run.ended_early);
  CHECK(run.batches == 2);
}

TEST_CASE("a stopped ksmd waits for the event that starts it again") {
  const PointResult run = run_yaml("ksm: {run: 0}\nevents: [{at: 5s, set: {run: 1}}]\nstop: {full_scans: 2}\n");
  CHECK_FALSE(run.ended_early);
  CHECK(run.counters.full_scans == 2);
  CHECK(run.simulated > SimTime{} + seconds(5));
}

TEST_CASE("ksmd that is to scan no pages ends a run early unless more is to come") {
  CHECK(run_yaml("ksm: {pages_to_scan: 0}\nstop: {full_scans: 1}\n").ended_early);
  const PointResult batches = run_yaml("ksm: {pages_to_scan: 0}\nstop: {full_scans: 1, batches: 7}\n");
  CHECK_FALSE(batches.ended_early);
  CHECK(batches.batches == 7);
  for (const char* when : {"after_batch: 5", "at: 1s"}) {
    CAPTURE(when);
    const PointResult later = run_yaml("ksm: {pages_to_scan: 0}\nevents: [{" + std::string(when) +
                                       ", set: {pages_to_scan: 100}}]\nstop: {full_scans: 2}\n");
    CHECK_FALSE(later.ended_early);
    CHECK(later.counters.full_scans == 2);
  }
}

TEST_CASE("a run that reached its time did not end early") {
  const PointResult run = run_yaml("events: [{after_batch: 2, kill: a}]\nstop: {full_scans: 9, time: 1h}\n");
  CHECK_FALSE(run.ended_early);
  CHECK(run.simulated == SimTime{} + seconds(3600));
}

TEST_CASE("what comes after a full scan comes once, though run=2 counts full scans from 0 again") {
  const PointResult run = run_yaml(
      "events: [{after_full_scan: 2, set: {run: 2}}, {after_full_scan: 2, set: {run: 1}}]\n"
      "stop: {full_scans: 3, batches: 50}\n");
  CHECK(run.events.size() == 2);
  CHECK(run.batches == 5);
}

TEST_CASE("a run for longer than times can be told is refused") {
  CHECK_THROWS_WITH(run_yaml("ksm: {sleep_millisecs: 4294967295}\nstop: {batches: 3000}\n"),
                    contains_text("more than 146 years"));
  CHECK(run_yaml("ksm: {sleep_millisecs: 4294967295}\nstop: {batches: 1000}\n").batches == 1000);
}

TEST_CASE("VMs that cannot fit this machine's memory are refused before the run") {
  CHECK_NOTHROW(check_runnable(large("64MiB")));
  CHECK_THROWS_WITH(check_runnable(large("8TiB")), contains_text("MiB free"));
}

TEST_CASE("what a content model refuses is refused before the run") {
  Scenario scenario = large("64MiB");
  scenario.vms.front().contents->params.set("copies", std::uint64_t{1});
  CHECK_THROWS_WITH(check_runnable(scenario), contains_text("copies: expected at least 2"));
}

TEST_CASE("madvise where nothing is mapped any more does not bring a VM back to ksmd") {
  const PointResult run = run_yaml(
      "events:\n"
      "  - {after_batch: 4, unmap: {vm: a, pages: 0..2}}\n"
      "  - {at: 500ms, mergeable: {vm: a, pages: 0}}\n"
      "stop: {batches: 20}\n");
  CHECK(run.ended_early);
  CHECK(run.batches == 5);
  CHECK(run.events.size() == 2);
}

TEST_CASE("a change that the hash does not read is missed: the page counts as unshared, and merges though it changes") {
  // Pages whose last word changes before each batch; every 4th cache line is read, and the last is none of them.
  const std::string vm = "vms: [{name: a, regions: [{pages: 'e1 e2 7'}]}]\n";
  std::string events = "events:\n";
  for (int batch = 1; batch < 6; ++batch) {
    events += "  - {after_batch: " + std::to_string(batch) + ", write: {vm: a, pages: 0, content: e" +
              std::to_string(10 + batch) + "}}\n";
  }
  const auto run_with = [&](const std::string& hash) {
    return run_point({{},
                      parse_scenario("name: x\nhost: {cpu: {miss: 500ns, hot: {" + hash + ": 500ns}}}\n" + vm + events +
                                         "ksm: {smart_scan: 0, hash: " + hash + "}\nstop: {batches: 6}\n",
                                     "x.yaml")});
  };
  const PointResult all = run_with("xxh64"), some = run_with("xxh64-quarter");
  CHECK(all.counters.pages_volatile == 1);
  CHECK(all.counters.pages_unshared == 2);
  CHECK(some.counters.pages_volatile == 0);
  CHECK(some.counters.pages_unshared == 3);
}
