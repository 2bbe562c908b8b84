#include <string>

#include "catch.h"
#include "ksmsim/config/load.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

constexpr const char* kFile = R"(
vms:
  - {name: vm, count: 3, memory: 4MiB, regions: [{pages: "1..12"}]}
  - {name: other, regions: [{pages: 5}]}
stop: {batches: 3}
)";

Scenario with(const Overrides& overrides) { return parse_scenario(kFile, "x.yaml", overrides); }

std::string fault_of(const Overrides& overrides) {
  try {
    with(overrides);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "fine";
}

/// The points of a file that ends in `sweep`.
std::vector<SweepPoint> points(const std::string& sweep, const Overrides& overrides = {}, const TempDir& dir = {}) {
  return load_points(dir.write("config-overrides-test.yaml", kFile + sweep), overrides);
}

/// The folder is left out.
std::string points_fault(const std::string& sweep) {
  const TempDir dir;
  try {
    points(sweep, {}, dir);
  } catch (const ScenarioError& error) {
    std::string text = error.what();
    const std::string folder = dir.path().string() + "/";
    for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) text.erase(at, folder.size());
    return text;
  }
  return "fine";
}

}  // namespace

TEST_CASE("an override replaces what the file says, or adds it") {
  const Scenario scenario = with({{"stop.batches", "8"},
                                  {"stop.full_scans", "3"},
                                  {"ksm.pages_to_scan", "25"},
                                  {"sample", "full_scan"},
                                  {"host", "{hz: 1000, memory: 8GiB}"},
                                  {"description", "\"a, b\""},
                                  {"name", "it is"}});
  CHECK(scenario.stop.batches == 8);
  CHECK(scenario.stop.full_scans == 3);
  CHECK(scenario.ksm.tunables.at(0).second == "25");
  CHECK(scenario.sample.every == SampleSpec::Every::full_scan);
  CHECK(scenario.host.hz == 1000);
  CHECK(scenario.description == "a, b");
  CHECK(scenario.name == "it is");
}

TEST_CASE("VMs go by their number in the file, or by name") {
  CHECK(with({{"vms.1.vcpus", "4"}}).vms.at(3).vcpus == 4);
  CHECK(with({{"vms.other.vcpus", "4"}}).vms.at(3).vcpus == 4);
  CHECK(with({{"vms.0.memory", "8MiB"}}).vms.at(2).memory == mib(8));
  CHECK(with({{"vms.vm.memory", "8MiB"}}).vms.at(2).memory == mib(8));
}

TEST_CASE("one VM of a group goes by its own name, and the others stay as they are") {
  const auto vms = with({{"vms.vm1.memory", "8MiB"}, {"vms.vm2.regions.0.pages", "3"}}).vms;
  REQUIRE(vms.size() == 4);
  CHECK(vms[0].memory == mib(4));
  CHECK(vms[1].name == "vm1");
  CHECK(vms[1].memory == mib(8));
  CHECK(vms[2].memory == mib(4));
  CHECK(vms[2].regions[0].pages[0].value == 3);
  CHECK(vms[1].regions[0].pages[0].count == 12);
}

TEST_CASE("mistakes of the command line are told as such") {
  CHECK(fault_of({{"ksm.hsh", "xxh64"}}) == "command line: ksm.hsh: unknown key (did you mean 'hash'?)");
  CHECK(fault_of({{"vms.0.memory", "4"}}) ==
        "command line: vms.0.memory: expected a size with a unit, such as 4GiB, got '4'");
  CHECK(fault_of({{"vms.7.memory", "4GiB"}}) == "command line: vms.7.memory: there is no '7' to set");
  CHECK(fault_of({{"vms.vm3.memory", "4GiB"}}) == "command line: vms.vm3.memory: there is no 'vm3' to set");
  CHECK(fault_of({{"stop.batches.x", "4"}}) == "command line: stop.batches.x: there is no 'x' to set");
  CHECK(fault_of({{"", "4"}}) == "command line: there is no '' to set");
  CHECK(fault_of({{"name", "a, b"}}) ==
        "command line: name: expected one value, got 'a, b'; quote a text that has commas, bracket "
        "a list");
  CHECK(fault_of({{"host", "{hz: 4"}}).substr(0, 50) == "command line: host: '{hz: 4' is not a YAML value: ");
  CHECK(fault_of({{"seed", ""}}) == "command line: seed: expected an integer, got nothing");
}

TEST_CASE("a scenario without a sweep is one point without settings") {
  const auto all = points("");
  REQUIRE(all.size() == 1);
  CHECK(all[0].settings.empty());
  CHECK(all[0].scenario.name == "config-overrides-test");
}

TEST_CASE("a sweep is the cross product of its axes, the last one fastest") {
  const auto all = points("sweep: {axes: {ksm.pages_to_scan: [100, 200], stop.batches: [1, 2, 3], seed: 9}}");
  REQUIRE(all.size() == 6);
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(all[0].settings == Pairs{{"ksm.pages_to_scan", "100"}, {"stop.batches", "1"}, {"seed", "9"}});
  CHECK(all[1].settings == Pairs{{"ksm.pages_to_scan", "100"}, {"stop.batches", "2"}, {"seed", "9"}});
  CHECK(all[5].settings == Pairs{{"ksm.pages_to_scan", "200"}, {"stop.batches", "3"}, {"seed", "9"}});
  CHECK(all[5].scenario.ksm.tunables.at(0).second == "200");
  CHECK(all[5].scenario.stop.batches == 3);
  CHECK(all[5].scenario.seed == 9);
  CHECK(all[5].scenario.sweep.empty());
}

TEST_CASE("an axis takes whole mappings, and versions as written") {
  const auto all = points("sweep: {axes: {stop: [{batches: 5}, {time: 2s}], name: [4.10, \"4.10\", 'a, b']}}");
  REQUIRE(all.size() == 6);
  CHECK(all[0].scenario.stop.batches == 5);
  CHECK(all[3].scenario.stop.time == seconds(2));
  CHECK(all[3].settings[0].second == "{time: 2s}");
  CHECK(all[0].scenario.name == "4.10");
  CHECK(all[1].scenario.name == "4.10");
  CHECK(all[2].scenario.name == "a, b");
}

TEST_CASE("mistakes in the values of an axis are told once, where the axis stands") {
  CHECK(points_fault("sweep:\n  axes:\n    seed: [1, 2, 3]\n    ksm.pages_to_scan: [5, x, y]\n") ==
        "config-overrides-test.yaml:9:5: ksm.pages_to_scan: the kernel refuses this with EINVAL: "
        "expected an integer, "
        "got 'x'\n"
        "config-overrides-test.yaml:9:5: ksm.pages_to_scan: the kernel refuses this with EINVAL: "
        "expected an integer, "
        "got 'y'");
  CHECK(points_fault("sweep: {axes: {ksm.hsh: [a]}}") ==
        "config-overrides-test.yaml:6:16: ksm.hsh: no such key in a scenario (did you mean 'hash'?)");
  CHECK(points_fault("sweep: {axes: {seed: []}}") ==
        "config-overrides-test.yaml:6:22: sweep.axes.seed: needs at least one value");
  CHECK(points_fault("sweep: {axes: {vms.vm9.memory: [1GiB]}}") ==
        "config-overrides-test.yaml:6:16: vms.vm9.memory: there is no 'vm9' to set");
  CHECK(points_fault("sweep: {axes: [seed]}").find("expected keys and their values") != std::string::npos);
}

TEST_CASE("a sweep of too many points is refused") {
  std::string values = "[0";
  for (int i = 1; i < 400; ++i) values.append(", ").append(std::to_string(i));
  values += "]";
  CHECK(points_fault("sweep: {axes: {seed: " + values + ", ksm.pages_to_scan: " + values + "}}") ==
        "config-overrides-test.yaml:6:16: sweep.axes: more than 100000 points");
}

TEST_CASE("axes come from the command line too, and setting a swept key drops its axis") {
  CHECK(points("", {{"sweep.axes.ksm.pages_to_scan", "[1, 2, 3]"}}).size() == 3);
  const auto all = points("sweep: {axes: {seed: [1, 2], stop.batches: [1, 2]}}", {{"seed", "5"}});
  REQUIRE(all.size() == 2);
  CHECK(all[1].scenario.seed == 5);
  CHECK(points("sweep: {axes: {seed: [1, 2]}}", {{"seed", "5"}}).size() == 1);
}
