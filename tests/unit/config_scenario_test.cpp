// What a right scenario means.
#include <algorithm>
#include <cstdio>
#include <string>

#include "catch.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/config/load.h"

using namespace ksmsim;

namespace {

constexpr const char* kWhole = R"(
name: whole
description: "Everything at once: a test."
seed: 7
host: {memory: 64GiB, hz: 100, checksum_time: measured, lru_batch: off}
ksm:
  sleep_millisecs: 20
  pages_to_scan: 200
  use_zero_pages: on
  merge_across_nodes: n
  smart_scan: 1
  advisor_mode: none
  checksum_bits: 64
vms:
  - {name: solo, regions: [{pages: "1..3 - 0*2 f61*4 e5 h1..2 9*3", huge_pages: true}, {pages: 8}]}
  - {name: vm, count: 2, vcpus: 2, memory: 1.5MiB, regions: [{pages: "4 0..1"}], start: {after_batch: 3}}
  - {name: late, regions: [{pages: f1}], start: 1.5min}
events:
  - {at: 1s, write: {vm: vm1, pages: 0..2, content: "page+5000"}}
  - {after_batch: 3, write: {vm: solo, region: 1, pages: 0, content: e5}}
  - {after_full_scan: 1, discard: {vm: solo, pages: "1..2"}}
  - {after_batch: 4, kill: vm0}
  - {after_batch: 5, set: {max_page_sharing: 1}}
stop: {full_scans: 2, time: 3h}
sample: 250ms
reference:
  source: a paper
  checksum_ns: {xxh64: 1413.16, jhash2: 5128}
  percent_below: [{hash: xxh64, than: jhash2, percent: 72.4}]
)";

Scenario whole() { return parse_scenario(kWhole, "whole.yaml"); }

Scenario small(const std::string& line) {
  return parse_scenario(line + "\nvms: [{name: w, regions: [{pages: 1..9}]}]\nstop: {batches: 3}\n", "dir/small.yaml");
}

}  // namespace

TEST_CASE("the host is read with its units") {
  const HostSpec host = whole().host;
  CHECK(host.memory == gib(64));
  CHECK(host.hz == 100);
  CHECK(host.checksum_time == ChecksumTime::measured);
  CHECK_FALSE(host.lru_batch);
}

TEST_CASE("tunables stay in the file's order, as sysfs takes them") {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(whole().ksm.tunables == Pairs{{"sleep_millisecs", "20"},
                                      {"pages_to_scan", "200"},
                                      {"use_zero_pages", "1"},
                                      {"merge_across_nodes", "0"},
                                      {"smart_scan", "1"},
                                      {"advisor_mode", "none"}});
  CHECK(whole().ksm.checksum_bits == 64);
  CHECK(whole().ksm.hash.empty());
}

TEST_CASE("count writes VMs out, numbered from 0, and without it the name stays") {
  const auto vms = whole().vms;
  REQUIRE(vms.size() == 4);
  CHECK(vms[0].name == "solo");
  CHECK(vms[1].name == "vm0");
  CHECK(vms[2].name == "vm1");
  CHECK(vms[2].vcpus == 2);
  CHECK(vms[2].memory == kib(1536));
  CHECK(vms[2].start_after_batch == 3);
  CHECK(vms[3].start == seconds(90));
  CHECK_FALSE(vms[3].start_after_batch);
}

TEST_CASE("literal pages are runs of contents") {
  using K = PageRun::Kind;
  const auto vms = whole().vms;
  CHECK(vms[0].regions[0].huge_pages);
  CHECK(vms[0].regions[0].pages == std::vector<PageRun>{{K::random, 1, 3, true},
                                                        {K::absent, 0, 1, false},
                                                        {K::zero, 0, 2, false},
                                                        {K::fill, 0x61, 4, false},
                                                        {K::last_word, 5, 1, false},
                                                        {K::first_word, 1, 2, true},
                                                        {K::random, 9, 3, false}});
  CHECK(vms[1].regions[0].pages == std::vector<PageRun>{{K::random, 4, 1, false}, {K::random, 0, 2, true}});
}

TEST_CASE("events keep their order, and VMs become numbers") {
  const auto events = whole().events;
  REQUIRE(events.size() == 5);
  CHECK(events[0].when == EventSpec::When::at);
  CHECK(events[0].at == seconds(1));
  CHECK(events[0].vm == 2);
  CHECK(events[0].last_page == 2);
  CHECK(events[0].page_offset == 5000);
  CHECK(events[0].text == "{at: 1s, write: {vm: vm1, pages: 0..2, content: page+5000}}");
  CHECK(events[1].region == 1);
  CHECK(events[1].content == PageRun{PageRun::Kind::last_word, 5, 1, false});
  CHECK_FALSE(events[1].page_offset);
  CHECK(events[2].when == EventSpec::When::after_full_scan);
  CHECK(events[2].what == EventSpec::What::discard);
  CHECK(events[3].vm == 1);
  CHECK(events[4].tunable == "max_page_sharing");
  CHECK(events[4].value == "1");
}

TEST_CASE("a set keeps its value as written, for the kernel to judge") {
  const auto value = [](const std::string& text) {
    return small("events: [{after_batch: 1, set: {use_zero_pages: " + text + "}}]").events.at(0).value;
  };
  CHECK(value("0x10") == "0x10");
  CHECK(value("\" 1\"") == " 1");
  CHECK(value("-1") == "-1");
  CHECK(value("off") == "off");
}

TEST_CASE("stop, sample and reference are read") {
  const Scenario scenario = whole();
  CHECK(scenario.stop.full_scans == 2);
  CHECK_FALSE(scenario.stop.batches);
  CHECK(scenario.stop.time == seconds(3 * 3600));
  CHECK(scenario.sample.every == SampleSpec::Every::duration);
  CHECK(scenario.sample.duration == milliseconds(250));
  CHECK(small("sample: full_scan").sample.every == SampleSpec::Every::full_scan);
  CHECK(scenario.reference.checksum_ns.at("xxh64") == 1413.16);
  CHECK(scenario.reference.percent_below.at(0).percent == 72.4);
}

TEST_CASE("what is left out has its default") {
  const Scenario scenario = small("");
  CHECK(scenario.name == "small");
  CHECK(scenario.seed == 1);
  CHECK(scenario.host.hz == 250);
  CHECK(scenario.host.lru_batch);
  CHECK(scenario.host.checksum_time == ChecksumTime::modelled);
  CHECK(scenario.host.cpu == "xeon-e5-2620v3");
  CHECK(scenario.ksm.tunables.empty());
  CHECK(scenario.ksm.checksum_bits == 32);
  CHECK(scenario.ksm.scanner == "ksm");
  CHECK(scenario.sample.every == SampleSpec::Every::batch);
  CHECK(scenario.vms.at(0).vcpus == 1);
  CHECK(scenario.vms.at(0).start == Duration{});
}

TEST_CASE("the kernel is the newest one known if none is given") {
  std::pair<int, int> newest{0, 0};
  for (const PluginInfo* kernel : catalogue_list("kernel")) {
    std::pair<int, int> version{0, 0};
    REQUIRE(std::sscanf(kernel->name.c_str(), "%d.%d", &version.first, &version.second) == 2);
    newest = std::max(newest, version);
  }
  const std::string expected = std::to_string(newest.first) + "." + std::to_string(newest.second);
  CHECK(small("").host.kernel == (newest.first == 0 ? "" : expected));
}

TEST_CASE("a kernel version may be unquoted, and 6.10 is not 6.1") {
  CHECK(small("host: {kernel: \"4.14\"}").host.kernel == "4.14");
  CHECK(small("host: {kernel: 4.14}").host.kernel == "4.14");
  std::string seen;
  try {
    seen.append("'").append(small("host: {kernel: 6.10}").host.kernel).append("'");
  } catch (const ScenarioError& error) {  // not among the known ones, but read as written
    seen = error.what();
  }
  CHECK(seen.find("'6.10'") != std::string::npos);
}

TEST_CASE("sizes take binary and decimal units, and times theirs, exactly") {
  const auto size = [](const std::string& text) { return small("host: {memory: " + text + "}").host.memory->count; };
  CHECK(size("1.5GiB") == 3ull << 29);
  CHECK(size("2TiB") == 2ull << 40);
  CHECK(size("3K") == 3072);
  CHECK(size("3M") == 3ull << 20);
  CHECK(size("4GB") == 4'000'000'000);
  CHECK(size("1.5kB") == 1500);
  CHECK(size("4 GiB") == 4ull << 30);
  CHECK(size("0.1GB") == 100'000'000);
  CHECK(size("7B") == 7);
  const auto time = [](const std::string& text) { return small("sample: " + text).sample.duration.ns; };
  CHECK(time("1.000000001s") == 1'000'000'001);
  CHECK(time("0.5us") == 500);
  CHECK(time("1.5d") == 129'600'000'000'000);
  CHECK(time("53375d") == 53375ll * 86'400'000'000'000);
}
