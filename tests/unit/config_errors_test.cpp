#include <algorithm>
#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/config/load.h"

using namespace ksmsim;

namespace {

std::string fault_of(const std::string& yaml, const Overrides& overrides = {}) {
  return fault_text<ScenarioError>([&] { parse_scenario(yaml, "x.yaml", overrides); });
}

/// A scenario that is right, with `line` as its first line.
std::string with(const std::string& line) {
  return line +
         "\nvms:\n  - {name: w, regions: [{pages: \"1..10\"}, {pages: \"5 6\"}]}\nstop: {batches: "
         "3}\n";
}

std::string with_vm(const std::string& vm) { return "vms: [" + vm + "]\nstop: {batches: 3}\n"; }

std::string with_pages(const std::string& pages) { return with_vm("{name: a, regions: [{pages: \"" + pages + "\"}]}"); }

std::string pages_fault(const std::string& pages) {
  const std::string start = "x.yaml:1:35: vms.0.regions.0.pages: ";
  const std::string fault = fault_of(with_pages(pages));
  return fault.compare(0, start.size(), start) == 0 ? fault.substr(start.size()) : "elsewhere: " + fault;
}

}  // namespace

TEST_CASE("the scenario that the mistakes below are made in is right") { CHECK(fault_of(with("name: a")).empty()); }

TEST_CASE("unknown keys are told with the nearest one") {
  CHECK(fault_of(with("sed: 1")) == "x.yaml:1:1: sed: unknown key (did you mean 'seed'?)");
  CHECK(fault_of(with("ksm: {pages_to_scn: 1}")) ==
        "x.yaml:1:7: ksm.pages_to_scn: unknown key (did you mean 'pages_to_scan'?)");
  CHECK(fault_of(with("wibblewobble: 1")) == "x.yaml:1:1: wibblewobble: unknown key");
}

TEST_CASE("duplicate and merge keys are refused where they stand") {
  CHECK(fault_of(with("host:\n  hz: 100\n  hz: 250")) == "x.yaml:3:3: host.hz: is given twice");
  CHECK(fault_of(with("host: {<<: {hz: 100}}")) ==
        "x.yaml:1:8: host.<<: merge keys are not supported; write the keys out");
}

TEST_CASE("numbers are plain decimal integers") {
  CHECK(fault_of(with("seed: -1")) == "x.yaml:1:7: seed: must not be negative: '-1'");
  CHECK(fault_of(with("seed: 010")) == "x.yaml:1:7: seed: leading zeros are not allowed: '010'");
  CHECK(fault_of(with("seed: 0x10")) == "x.yaml:1:7: seed: write numbers in decimal, not '0x10'");
  CHECK(fault_of(with("seed: 1e3")) == "x.yaml:1:7: seed: expected an integer, got '1e3'");
  CHECK(fault_of(with("seed: 1_000")) == "x.yaml:1:7: seed: expected an integer, got '1_000'");
  CHECK(fault_of(with("seed: 18446744073709551616")) == "x.yaml:1:7: seed: too large: '18446744073709551616'");
  CHECK(fault_of(with("seed: 18446744073709551615")).empty());
  CHECK(fault_of(with("seed: \"1\"")) ==
        "x.yaml:1:7: seed: expected an integer, got the text \"1\"; leave the quotes out");
  CHECK(fault_of(with("seed: [1]")) == "x.yaml:1:7: seed: expected an integer, got a list");
  CHECK(fault_of(with("seed:")) == "x.yaml:1:1: seed: expected an integer, got nothing");
  CHECK(fault_of(with("host: {hz: 0}")) == "x.yaml:1:12: host.hz: expected an integer from 1 to 10000, got '0'");
  CHECK(fault_of(with("reference: {checksum_ns: {xxh64: .nan}}")) ==
        "x.yaml:1:34: reference.checksum_ns.xxh64: expected a number, got '.nan'");
}

TEST_CASE("sizes and times need their unit and must be whole") {
  const std::string memory = "x.yaml:1:16: host.memory: ";
  const auto size = [](const std::string& text) { return fault_of(with("host: {memory: " + text + "}")); };
  CHECK(size("4") == memory + "expected a size with a unit, such as 4GiB, got '4'");
  CHECK(size("4 Gib") == memory + "expected a size with a unit, such as 4GiB, got '4 Gib'");
  CHECK(size("-4GiB") == memory + "must not be negative: '-4GiB'");
  CHECK(size("1.0001KiB") == memory + "is not a whole number of bytes: '1.0001KiB'");
  CHECK(size("99999999999TiB") == memory + "too large: '99999999999TiB'");
  CHECK(size("99999999999999999999999GiB") == memory + "too large: '99999999999999999999999GiB'");
  CHECK(size("08GiB") == memory + "leading zeros are not allowed: '08GiB'");
  CHECK(fault_of("vms: [{name: a, regions: [{pages: 1}], start: 5}]\nstop: {time: 3}") ==
        "x.yaml:1:47: vms.0.start: expected a time with a unit, such as 30s, got '5'\n"
        "x.yaml:2:14: stop.time: expected a time with a unit, such as 30s, got '3'");
  CHECK(fault_of(with("sample: 0.5ns")) ==
        "x.yaml:1:9: sample: expected batch, full_scan or a time with a unit, such as 30s, got "
        "'0.5ns'");
}

TEST_CASE("what the kernel refuses is refused with its errno") {
  const std::string einval = "the kernel refuses this with EINVAL: expected ";
  CHECK(fault_of(with("ksm: {max_page_sharing: 1}")) ==
        "x.yaml:1:25: ksm.max_page_sharing: " + einval + "an integer of at least 2, got '1'");
  CHECK(fault_of(with("ksm: {pages_to_scan: 4294967296}")) ==
        "x.yaml:1:22: ksm.pages_to_scan: " + einval + "an integer from 0 to 4294967295, got '4294967296'");
  CHECK(fault_of(with("ksm: {use_zero_pages: 2}")) == "x.yaml:1:23: ksm.use_zero_pages: " + einval + "0 or 1, got '2'");
  CHECK(fault_of(with("ksm: {advisor_target_scan_time: 0}")) ==
        "x.yaml:1:33: ksm.advisor_target_scan_time: " + einval + "an integer of at least 1, got '0'");
  CHECK(fault_of(with("ksm: {run: 3}")) == "x.yaml:1:12: ksm.run: " + einval + "an integer from 0 to 2, got '3'");
  CHECK(fault_of(with("ksm: {checksum_bits: 48}")) ==
        "x.yaml:1:22: ksm.checksum_bits: expected one of 32, 64, got '48'");
}

TEST_CASE("what is required must be there") {
  CHECK(fault_of("name: a") == "x.yaml:1:1: vms: is required but missing\nx.yaml:1:1: stop: is required but missing");
  CHECK(fault_of("vms: []\nstop: {}") ==
        "x.yaml:1:6: vms: needs at least one VM\nx.yaml:2:7: stop: needs full_scans, batches or "
        "time");
  CHECK(fault_of(with_vm("{name: a}")) == "x.yaml:1:7: vms.0: needs contents, trace or regions");
  CHECK(fault_of(with_vm("{name: a, regions: [{}]}")) == "x.yaml:1:27: vms.0.regions.0.pages: is required but missing");
  CHECK(fault_of(with_vm("{name: a, contents: {model: config-test-model}}")) ==
        "x.yaml:1:7: vms.0.memory: is required with contents but missing");
}

TEST_CASE("VMs have contents, a trace or regions, one of these, and names of their own") {
  CHECK(fault_of(with_vm("{name: a, memory: 4MiB, contents: {model: config-test-model}, regions: "
                         "[{pages: 1}]}")) ==
        "x.yaml:1:78: vms.0.regions: a VM has contents, trace or regions, one of them");
  CHECK(fault_of(with_vm("{name: a0, regions: [{pages: 1}]}, {name: a, count: 2, regions: [{pages: 1}]}")) ==
        "x.yaml:1:49: vms.1.name: another VM is named 'a0'");
  CHECK(fault_of(with_vm("{name: a b, regions: [{pages: 1}]}")) ==
        "x.yaml:1:14: vms.0.name: expected up to 64 letters, digits, '_' and '-', got 'a b'");
  CHECK(fault_of(with_vm("{name: a, memory: 4KiB, regions: [{pages: 1..2}]}")) ==
        "x.yaml:1:25: vms.0.memory: the regions need 2 pages, more than fit");
  CHECK(fault_of(with_vm("{name: a, memory: 5kB, regions: [{pages: 1}]}")) ==
        "x.yaml:1:25: vms.0.memory: must be a multiple of the page size, 4KiB, and not 0");
  CHECK(fault_of(with_vm("{name: a, count: 3, memory: 4TiB, contents: {model: config-test-model}}")) ==
        "x.yaml:1:7: vms.0: the VMs have more than 2^31 pages (8TiB) by here");
}

TEST_CASE("a list of pages is told which of its words is wrong") {
  CHECK(pages_fault("1 f6g 2") == "'f6g': expected f and one or two hex digits, such as f61");
  CHECK(pages_fault("1 f 2") == "'f': expected f and one or two hex digits, such as f61");
  CHECK(pages_fault("3..1") == "'3..1': a range must ascend");
  CHECK(pages_fault("72057594037927936") == "'72057594037927936': must be below 2^56");
  CHECK(fault_of(with_pages("72057594037927935")).empty());
  CHECK(pages_fault("0*99999999999") == "'0*99999999999': more than 2^31 pages");
  CHECK(pages_fault("0*2147483648 1") == "'1': more than 2^31 pages by here");
  CHECK(pages_fault("7*0") == "'7*0': must be repeated at least once");
  CHECK(pages_fault("3..9*2") == "'3..9*2': a range cannot be repeated");
  CHECK(pages_fault("7*") == "'7*': expected an integer, got ''");
  CHECK(pages_fault("e") == "'e': expected an integer, got ''");
  CHECK(pages_fault("-1") == "'-1': not a page's content; expected such as 7, 0, f61, e5, h5, -, 3..9 or 7*30");
  CHECK(pages_fault(" ") == "expected a list of pages, such as \"1..12 0*40\"");
}

TEST_CASE("an event has one time and one thing that happens, to pages that are there") {
  const auto event = [](const std::string& text) { return fault_of(with("events: [" + text + "]")); };
  CHECK(event("{after_batch: 1, kill: w}").empty());
  CHECK(event("{after_batch: 1, at: 3s, kill: w}") ==
        "x.yaml:1:10: events.0: needs exactly one of at, after_batch and after_full_scan");
  CHECK(event("{after_batch: 1}") ==
        "x.yaml:1:10: events.0: needs exactly one of write, discard, unmap, unmergeable, "
        "mergeable, kill and set");
  CHECK(event("{after_batch: 1, kill: v}") == "x.yaml:1:33: events.0.kill: no VM is named 'v' (did you mean 'w'?)");
  CHECK(event("{at: 3s, write: {vm: w, pages: 3..10, content: \"7\"}}") ==
        "x.yaml:1:41: events.0.write.pages: region 0 of 'w' ends with page 9");
  CHECK(event("{at: 3s, discard: {vm: w, region: 1, pages: 2}}") ==
        "x.yaml:1:54: events.0.discard.pages: region 1 of 'w' ends with page 1");
  CHECK(event("{at: 3s, discard: {vm: w, region: 2, pages: 2}}") ==
        "x.yaml:1:44: events.0.discard.region: the VM 'w' has only 2 region(s), counted from 0");
  CHECK(event("{at: 3s, unmap: {vm: w, pages: 5..2}}") ==
        "x.yaml:1:41: events.0.unmap.pages: a range of pages must ascend: '5..2'");
  CHECK(event("{at: 3s, unmap: {vm: w, pages: 1, content: 3}}") == "x.yaml:1:44: events.0.unmap.content: unknown key");
  CHECK(event("{at: 3s, write: {vm: w, pages: 1, content: 1..2}}") ==
        "x.yaml:1:53: events.0.write.content: expected a page's content, such as 7, 0, f61, e5, h5 "
        "or page+5000, "
        "got '1..2'");
  CHECK(event("{at: 3s, write: {vm: w, pages: 1, content: page+72057594037927935}}") ==
        "x.yaml:1:53: events.0.write.content: must stay below 2^56");
  CHECK(event("{at: 3s, set: {pages_to_scn: 4}}") ==
        "x.yaml:1:25: events.0.set.pages_to_scn: no such file in /sys/kernel/mm/ksm "
        "(did you mean 'pages_to_scan'?)");
  CHECK(event("{at: 3s, set: {run: 1, smart_scan: 1}}") ==
        "x.yaml:1:24: events.0.set: expected one setting, such as {pages_to_scan: 25}");
}

TEST_CASE("all mistakes are reported at once, in the order of the file, the command line's last") {
  const std::string yaml = "stop: {batches: 0}\nvms:\n  - {name: a, regions: [{pages: x}], sart: 3s}\nseed: -1\n";
  CHECK(fault_of(yaml, {{"host.hz", "0"}}) ==
        "x.yaml:1:17: stop.batches: expected an integer of at least 1, got '0'\n"
        "x.yaml:3:33: vms.0.regions.0.pages: 'x': not a page's content; expected such as 7, 0, "
        "f61, e5, h5, -, 3..9 "
        "or 7*30\n"
        "x.yaml:3:38: vms.0.sart: unknown key (did you mean 'start'?)\n"
        "x.yaml:4:7: seed: must not be negative: '-1'\n"
        "command line: host.hz: expected an integer from 1 to 10000, got '0'");
}

TEST_CASE("hundreds of mistakes are cut to fifty lines and a number") {
  std::string yaml = with("name: a");
  for (int i = 0; i < 200; ++i) yaml += "unknown" + std::to_string(i) + ": 1\n";
  const std::string fault = fault_of(yaml);
  CHECK(std::count(fault.begin(), fault.end(), '\n') == 50);
  CHECK(fault.substr(fault.rfind('\n') + 1) == "x.yaml: and 150 more");
}

TEST_CASE("control characters and long texts of the user are escaped and cut in messages") {
  CHECK(fault_of(with("\"\\e[31mred\\n\": 1")) == "x.yaml:1:1: \\x1b[31mred\\x0a: unknown key");
  CHECK(fault_of(with("\"\\x9b1m\": 1")) == "x.yaml:1:1: \\xc2\\x9b1m: unknown key");
  CHECK(fault_of(with("name: \"a\\0b\"")) == "x.yaml:1:7: name: must not hold control characters: 'a\\x00b'");
  CHECK(fault_of(with("seed: " + std::string(5000, 'x'))) ==
        "x.yaml:1:7: seed: expected an integer, got '" + std::string(60, 'x') + "...'");
}
