#include <string>

#include "catch.h"
#include "fault_text.h"
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
  return fault_text<ScenarioError>([&] { with(overrides); });
}

/// The points of a file that ends in `sweep`.
std::vector<SweepPoint> points(const std::string& sweep, const Overrides& overrides = {}, const TempDir& dir = {}) {
  return load_points(dir.write("config-overrides-test.yaml", kFile + sweep), overrides);
}

/// The folder is left out.
std::string points_fault(const std::string& sweep) {
  const TempDir dir;
  std::string text = fault_text<ScenarioError>([&] { points(sweep, {}, dir); });
  const std::string folder = dir.path().string() + "/";
  for (auto at = text.find(folder); at != std::string::npos; at = text.find(folder)) text.erase(at, folder.size());
  return text;
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
  const auto all = points("sweep: {axes: {stop: [{batches: 5}, {time: 2s}], name: [4.10, \"4.1\", 'a, b']}}");
  REQUIRE(all.size() == 6);
  CHECK(all[0].scenario.stop.batches == 5);
  CHECK(all[3].scenario.stop.time == seconds(2));
  CHECK(all[3].settings[0].second == "{time: 2s}");
  CHECK(all[0].scenario.name == "4.10");
  CHECK(all[1].scenario.name == "4.1");
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
  CHECK_THROWS_WITH(points("sweep: {axes: {seed: 1..400:step=1, ksm.pages_to_scan: 1..400:step=1}}"),
                    contains_text("160000 points; ksmsim sweep takes so many, with --yes"));
  CHECK(points_fault("sweep: {axes: {seed: 1..4000:step=1, ksm.pages_to_scan: 1..4000:step=1}}") ==
        "config-overrides-test.yaml:6:15: sweep: more than 10000000 points");
}

TEST_CASE("axes come from the command line too, and setting a swept key drops its axis") {
  CHECK(points("", {{"sweep.axes.ksm.pages_to_scan", "[1, 2, 3]"}}).size() == 3);
  const auto all = points("sweep: {axes: {seed: [1, 2], stop.batches: [1, 2]}}", {{"seed", "5"}});
  REQUIRE(all.size() == 2);
  CHECK(all[1].scenario.seed == 5);
  CHECK(points("sweep: {axes: {seed: [1, 2]}}", {{"seed", "5"}}).size() == 1);
}

TEST_CASE("values of an axis may be ranges, written out with their unit") {
  const auto values = [](const std::string& range) {
    const auto all = points("sweep: {axes: {name: " + range + "}}");
    std::string text;
    for (const SweepPoint& point : all) text += point.settings[0].second + " ";
    return text;
  };
  CHECK(values("100..1000:step=300") == "100 400 700 1000 ");
  CHECK(values("100..999:step=300") == "100 400 700 ");
  CHECK(values("0..0.3:step=0.1") == "0 0.1 0.2 0.3 ");
  CHECK(values("512MiB..4096MiB:log2") == "512MiB 1024MiB 2048MiB 4096MiB ");
  CHECK(values("3..20:log2") == "3 6 12 ");
  CHECK(values("0%..50%:linspace=6") == "0% 10% 20% 30% 40% 50% ");
  CHECK(values("[1, 10..30:step=10, 100]") == "1 10 20 30 100 ");
  CHECK(values("7..7:log2") == "7 ");
  CHECK(values("[1..3, '1..4:log2']") == "1..3 \"1..4:log2\" ");
}

TEST_CASE("a range that is none says what was expected") {
  const auto fault = [](const std::string& range) {
    const std::string text = points_fault("sweep: {axes: {seed: " + range + "}}");
    return text.substr(text.find("sweep.axes.seed: "));
  };
  CHECK(fault("9..1:log2") == "sweep.axes.seed: expected the smaller end first, got '9..1:log2'");
  CHECK(fault("1..x:log2").find("expected two numbers as ends") != std::string::npos);
  CHECK(fault("1MiB..1GiB:log2").find("expected ends in one unit") != std::string::npos);
  CHECK(fault("0..8:log2").find("expected ends above 0") != std::string::npos);
  CHECK(fault("0..8:step=0").find("expected a step above 0") != std::string::npos);
  CHECK(fault("0..8:linspace=1").find("expected how many values") != std::string::npos);
  CHECK(fault("0..8:lin").find("expected step=N, log2 or linspace=N") != std::string::npos);
  CHECK(fault("0..1000000000:step=1").find("expected at most 100000 values") != std::string::npos);
}

TEST_CASE("axes that are zipped go in step, in the place of their first") {
  const std::string axes = "{axes: {seed: [1, 2], ksm.pages_to_scan: [5, 6], stop.batches: [7, 8]}, zip: ";
  const auto all = points("sweep: " + axes + "[[seed, stop.batches]]}");
  REQUIRE(all.size() == 4);
  CHECK(all[1].scenario.seed == 1);
  CHECK(all[1].scenario.stop.batches == 7);
  CHECK(all[1].settings[1].second == "6");
  CHECK(all[2].scenario.seed == 2);
  CHECK(all[2].scenario.stop.batches == 8);
  CHECK(points("sweep: " + axes + "[seed, stop.batches]}").size() == 4);
  CHECK(points("sweep: " + axes + "[seed, stop.batches]}", {{"seed", "4"}}).size() == 4);
  CHECK(points("sweep: " + axes + "[seed, ksm.pages_to_scan, stop.batches]}").size() == 2);
}

TEST_CASE("conditions leave out points of a sweep") {
  const std::string sweep = "sweep: {axes: {ksm.pages_to_scan: [100, 200], ksm.sleep_millisecs: [10, 20]}, where: ";
  const auto all = points(sweep + "ksm.pages_to_scan / ksm.sleep_millisecs <= 10}");
  REQUIRE(all.size() == 3);
  CHECK(all[2].settings[0].second == "200");
  CHECK(points(sweep + "[ksm.pages_to_scan < 200, ksm.sleep_millisecs != 10]}").size() == 1);
  CHECK(points(sweep + "ksm.pages_to_scan < 200}", {{"ksm.pages_to_scan", "150"}}).size() == 2);
  CHECK(points_fault(sweep + "ksm.pages_to_scan > 200}").find("leaves none of 4 points") != std::string::npos);
  CHECK(points_fault(sweep + "ksm.pages < 1}").find("there is no 'ksm.pages' here") != std::string::npos);
  CHECK(points_fault(sweep + "ksm.pages_to_scan}").find("expected one of <") != std::string::npos);
}

TEST_CASE("a sweep may repeat its points with seeds of their own") {
  const auto all = points("sweep: {axes: {stop.batches: [1, 2]}, repeat: 3}", {{"seed", "10"}});
  REQUIRE(all.size() == 6);
  CHECK(all[5].scenario.seed == 12);
  CHECK(all[5].settings[1] == std::pair<std::string, std::string>("seed", "12"));
  CHECK(points("sweep: {repeat: 4}").size() == 4);
}

TEST_CASE("axes that contradict each other are told") {
  CHECK(points_fault("sweep: {axes: {stop: [{batches: 1}], stop.batches: [2]}}").find("contradicts the axis 'stop'") !=
        std::string::npos);
  CHECK(points_fault("sweep: {axes: {seed: [1]}, repeat: 2}").find("contradicts the axis 'seed'") != std::string::npos);
  CHECK(points_fault("sweep: {axes: {seed: [1, 1]}}").find("has '1' twice") != std::string::npos);
  CHECK(points_fault("sweep: {axes: {seed: [1, 2], name: [a]}, zip: [[seed, name]]}")
            .find("'name' has 1 values and 'seed' has 2") != std::string::npos);
  CHECK(points_fault("sweep: {axes: {seed: [1]}, zip: [[sed]]}").find("did you mean 'seed'?") != std::string::npos);
  CHECK(points_fault("sweep: {axes: {seed: [1]}, zip: [[seed], [seed]]}").find("zipped twice") != std::string::npos);
  CHECK(points_fault("sweep: {where: []}").find("nothing is swept") != std::string::npos);
}
