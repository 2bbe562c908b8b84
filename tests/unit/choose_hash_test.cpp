// Which hash a run computes, and what it costs, where the scenario leaves that open or has a host of 32 bits.
#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/experiment/run.h"

using namespace ksmsim;

namespace {

Scenario scenario(const std::string& yaml) {
  return parse_scenario("name: x\nvms: [{name: a, regions: [{pages: '1 1 2'}]}]\nstop: {full_scans: 2}\n" + yaml,
                        "x.yaml");
}

ChecksumResult checksum(const std::string& yaml) { return run_point({{}, scenario(yaml)}).checksum; }

std::string fault(const std::string& yaml) {
  return fault_text([&] { check_runnable(scenario(yaml)); });
}

}  // namespace

TEST_CASE("the fastest hash is crc32c where the profile has it in hardware, and the result says why") {
  const ChecksumResult chosen = checksum("ksm: {hash: fastest}\n");
  CHECK(chosen.hash == "crc32c-hw");
  CHECK(chosen.mean_ns == Approx(1084.10));
  CHECK(chosen.chosen ==
        "crc32c-hw is the fastest over a page in the cache (crc32c-hw 586.1 ns, xxh64 915.2 ns), by the profile "
        "xeon-e5-2620v3");
  CHECK(checksum("ksm: {hash: xxh64}\n").chosen.empty());
}

TEST_CASE("without crc32c in hardware the fastest is xxhash") {
  const std::string cpu = "ksm: {hash: fastest}\nhost: {cpu: {miss: 100ns, hot: ";
  CHECK(checksum(cpu + "{crc32c-sw: 1.9us, xxh64: 400ns, xxh3: 80ns}}}\n").hash == "xxh64");
  CHECK(checksum(cpu + "{crc32c-sw: 300ns, xxh64: 400ns}}}\n").hash == "crc32c-sw");
  const ChecksumResult only = checksum(cpu + "{xxh64: 400ns}}}\n");
  CHECK(only.hash == "xxh64");
  CHECK(only.chosen.find("the only one that is known") != std::string::npos);
  CHECK(fault(cpu + "{xxh3: 80ns}}}\n") ==
        "ksm.hash: fastest is of crc32c and xxhash, and the cost profile 'given' has neither");
}

TEST_CASE("the scenario of a result names the hash that was chosen") {
  const Scenario asked = scenario("ksm: {hash: fastest}\n");
  const RunResult result = run_points(asked, {{{}, asked}});
  CHECK(result.scenario.ksm.hash == "crc32c-hw");
  CHECK(result.points.front().scenario.ksm.hash == "crc32c-hw");
}

TEST_CASE("where checksums are measured, so is the fastest hash") {
  const ChecksumResult chosen = checksum("ksm: {hash: fastest}\nhost: {checksum_time: measured}\n");
  CHECK((chosen.hash == "crc32c-hw" || chosen.hash == "crc32c-sw" || chosen.hash == "xxh64"));
  CHECK(chosen.chosen.find("measured on this machine") != std::string::npos);
}

TEST_CASE("on a host of 32 bits the kernel's xxhash is xxh32, at a cost scaled by published figures") {
  const ChecksumResult xxh32 = checksum("host: {arch: 32}\n");
  CHECK(xxh32.hash == "xxh32");
  CHECK(xxh32.chosen == "xxhash on a host of 32 bits is xxh32");
  CHECK(xxh32.mean_ns == Approx((2227.75 - 498) * 6.8 / 6.0 + 498));
  CHECK(xxh32.profile_source.starts_with("scaled: "));
  CHECK(xxh32.profile_source.find("xxHash's README") != std::string::npos);
  const ChecksumResult fastest = checksum("host: {arch: 32}\nksm: {hash: fastest}\n");
  CHECK(fastest.hash == "crc32c-hw");
  CHECK(fastest.mean_ns == Approx(2 * (1084.10 - 498) + 498));
  CHECK(checksum("host: {arch: 32, kernel: '4.14'}\n").mean_ns == Approx(5128.30));
  CHECK(checksum("host: {arch: 64}\n").mean_ns == checksum("").mean_ns);
}

TEST_CASE("a profile of 32-bit code is taken as it is, and for hosts of 32 bits only") {
  const std::string cpu = "cpu: {arch: 32, miss: 100ns, hot: {xxh32: 900ns}}";
  CHECK(checksum("host: {arch: 32, " + cpu + "}\n").mean_ns == 1000);
  CHECK(fault("host: {" + cpu + "}\n") ==
        "host.cpu.arch: the profile 'given' is of 32-bit code; the host has 64 (host.arch)");
}

TEST_CASE("what a host of 32 bits would pay cannot be measured here, nor told of hashes without published figures") {
  for (const char* host : {"checksum_time: measured", "cpu: host"}) {
    CAPTURE(host);
    CHECK(fault("host: {arch: 32, " + std::string(host) + "}\n").find("host.arch: 32: this program has 64 bits") == 0);
  }
  CHECK(fault("host: {arch: 32, cpu: {miss: 1ns, hot: {xxh3: 80ns}}}\nksm: {hash: xxh3}\n")
            .find("no figure for 'xxh3'") != std::string::npos);
  CHECK_THROWS_WITH(scenario("host: {arch: 16}\n"), "x.yaml:4:14: host.arch: expected one of 32, 64, got '16'");
}

TEST_CASE("a word size and the wish for the fastest hash read back as they were written") {
  const Scenario given =
      scenario("ksm: {hash: fastest}\nhost: {arch: 32, cpu: {arch: 32, miss: 1ns, hot: {xxh32: 80ns}}}\n");
  CHECK(parse_scenario(to_yaml(resolved_tree(given)), "y.yaml") == given);
}
