// host.cpu: a name, a file, or the figures themselves.
#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/config/load.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kRest = "vms: [{name: w, regions: [{pages: 1..9}]}]\nstop: {batches: 3}\n";

std::string with_cpu(const std::string& cpu) { return "host: {cpu: " + cpu + "}\n" + kRest; }

HostSpec host_of(const std::string& cpu) { return parse_scenario(with_cpu(cpu), "x.yaml").host; }

std::string fault_of(const std::string& cpu) {
  return fault_text([&] { host_of(cpu); });
}

}  // namespace

TEST_CASE("a cost profile may stand in the scenario") {
  const HostSpec host =
      host_of("{name: mine, source: a lab, scale: 1.5, miss: 498.25ns, visit: 2us, hot: {xxh64: 445ns, jhash2: 1ms}}");
  CHECK(host.cpu == "mine");
  REQUIRE(host.cpu_profile);
  CHECK(host.cpu_profile->source == "a lab");
  CHECK(host.cpu_profile->scale == 1.5);
  CHECK(host.cpu_profile->miss_ns == 498.25);
  CHECK(host.cpu_profile->rest.visit == 2000);
  CHECK(host.cpu_profile->hot_ns == std::map<std::string, double>{{"jhash2", 1e6}, {"xxh64", 445}});
}

TEST_CASE("a profile needs only its miss time and its hashes") {
  const HostSpec host = host_of("{miss: 0ns, hot: {xxh64: 445ns}}");
  CHECK(host.cpu == "given");
  CHECK(host.cpu_profile == CpuSpec{"the scenario", 64, 1, 0, {}, {{"xxh64", 445}}});
  CHECK_FALSE(host.measures_cpu());
}

TEST_CASE("a profile may be called as a known one is, and still counts") {
  const HostSpec host = host_of("{name: host, miss: 0ns, hot: {xxh64: 445ns}}");
  CHECK(host.cpu == "host");
  CHECK_FALSE(host.measures_cpu());
  CHECK(host_of("host").measures_cpu());
}

TEST_CASE("a profile in a file is found beside the scenario, and one of the command line from here") {
  const TempDir dir;
  const std::string scenario = dir.write("s/x.yaml", with_cpu("cpus/lab-1.yaml"));
  const std::string file = dir.write("s/cpus/lab-1.yaml", "# ours\nmiss: 7ns\nhot: {xxh64: 445ns}\n");
  const HostSpec host = load_scenario(scenario).host;
  CHECK(host.cpu == "lab-1");
  CHECK(host.cpu_profile == CpuSpec{"cpus/lab-1.yaml", 64, 1, 7, {}, {{"xxh64", 445}}});
  CHECK(load_scenario(scenario, {{"host.cpu", file}}).host.cpu_profile->miss_ns == 7);
  CHECK(fault_text([&] {
          load_scenario(scenario, {{"host.cpu", "cpus/lab-1.yaml"}});
        }) == "command line: host.cpu: cpus/lab-1.yaml: cannot be read: No such file or directory");
}

TEST_CASE("a sweep may go over profiles, named or in files") {
  const TempDir dir;
  dir.write("a.yaml", "name: a1\nmiss: 7ns\nhot: {xxh64: 445ns}\n");
  const std::string scenario = dir.write("x.yaml", kRest + "sweep: {axes: {host.cpu: [a.yaml, xeon-e5-2420v2]}}\n");
  const auto points = load_points(scenario);
  REQUIRE(points.size() == 2);
  CHECK(points[0].scenario.host.cpu == "a1");
  CHECK(points[1].scenario.host.cpu == "xeon-e5-2420v2");
  CHECK_FALSE(points[1].scenario.host.cpu_profile);
}

TEST_CASE("mistakes in a profile's file are told with its own name and lines, beside the scenario's") {
  const TempDir dir;
  const std::string scenario = dir.write("x.yaml", "sed: 1\n" + with_cpu("cpu.yaml"));
  const std::string file = dir.write("cpu.yaml", "scale: 0\nmis: 7ns\nhot: {jhsh2: 445ns, xxh32: 3}\n");
  CHECK(fault_text([&] { load_scenario(scenario); }) ==
        file + ":1:1: miss: is required but missing\n" + file + ":1:8: scale: must be more than 0 and at most 1000\n" +
            file + ":2:1: mis: unknown key (did you mean 'miss'?)\n" + file +
            ":3:7: hot.jhsh2: no hash is named 'jhsh2' here or in a --plugin (did you mean 'jhash2'?)\n" + file +
            ":3:28: hot.xxh32: expected a time with a unit, such as 445ns, got '3'\n" + scenario +
            ":1:1: sed: unknown key (did you mean 'seed'?)");
  dir.write("cpu.yaml", "");
  CHECK(fault_text([&] {
          load_scenario(scenario, {{"sed", "1"}});
        }).find(file + ":1:1: expected a mapping, got nothing") != std::string::npos);
  dir.write("cpu.yaml", "hot: [\n");
  CHECK(fault_text([&] { load_scenario(scenario); }).find(file + ":2:1: a list opened with '[' is not closed") !=
        std::string::npos);
}

TEST_CASE("a profile's file that is not there is told where it is named") {
  CHECK(fault_text([] { parse_scenario(with_cpu("no.yaml"), "no/x.yaml"); }) ==
        "no/x.yaml:1:13: host.cpu: no/no.yaml: cannot be read: No such file or directory");
}

TEST_CASE("mistakes in a profile in the scenario are told where they are") {
  CHECK(fault_of("xeon-e5-2620v4") ==
        "x.yaml:1:13: host.cpu: no cpu is named 'xeon-e5-2620v4' (did you mean 'xeon-e5-2620v3'?)");
  CHECK(fault_of("{hot: {xxh64: 445ns}}") == "x.yaml:1:13: host.cpu.miss: is required but missing");
  CHECK(fault_of("{miss: 498, hot: {xxh64: 445ns}}") ==
        "x.yaml:1:20: host.cpu.miss: expected a time with a unit, such as 445ns, got '498'");
  CHECK(fault_of("{miss: 1.0001ns, hot: {xxh64: 445ns}}") ==
        "x.yaml:1:20: host.cpu.miss: is not a whole number of picoseconds: '1.0001ns'");
  CHECK(fault_of("{miss: 1.1s, hot: {xxh64: 445ns}}") == "x.yaml:1:20: host.cpu.miss: too large: '1.1s'");
  CHECK(fault_of("{miss: 1ns, hot: {}}") ==
        "x.yaml:1:30: host.cpu.hot: expected times by hash, such as {xxh64: 445ns}");
  CHECK(fault_of("[a]").find("x.yaml:1:13: host.cpu: expected name of a cpu") == 0);
}

TEST_CASE("a resolved profile stands in the scenario, wherever it came from, and reads back as the same") {
  const TempDir dir;
  dir.write("lab.yaml", "miss: 0.001ns\nhot: {xxh64: 999999999.999ns, jhash2: 12.25us}\n");
  for (const std::string cpu :
       {"lab.yaml", "{name: \"a: b\", scale: 0.1, miss: 1s, join: 1.5us, batch: 1ns, hot: {xxh64: 445.1ns}}", "host"}) {
    const Scenario given = load_scenario(dir.write("x.yaml", with_cpu(cpu)));
    const std::string yaml = to_yaml(resolved_tree(given));
    CAPTURE(yaml);
    CHECK(parse_scenario(yaml, "elsewhere/y.yaml").host == given.host);
  }
}
