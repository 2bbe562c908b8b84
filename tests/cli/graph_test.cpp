#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "shell.h"
#include "usage_fault.h"

using namespace ksmsim;

namespace {

/// VMs of two images, in turns.
std::string scenario(const std::string& more = "") {
  return "name: turns\nvms:\n"
         "  - {name: a0, regions: [{pages: '1..50 1001..1010'}]}\n"
         "  - {name: b0, regions: [{pages: '101..150 1011..1020'}]}\n"
         "  - {name: a1, regions: [{pages: '1..50 1021..1030'}]}\n"
         "  - {name: b1, regions: [{pages: '101..150 1031..1040'}]}\n"
         "stop: {full_scans: 4}\n" +
         more;
}

constexpr const char* kSweep = "sweep: {axes: {ksm.pages_to_scan: [100, 200]}}\n";

}  // namespace

TEST_CASE("graph tells the same of a scenario as of its result") {
  const Shell shell;
  shell.write("turns.yaml", scenario());
  CHECK(shell.run("ksmsim run turns.yaml --json r.json").exit_code == 0);
  const Finished of_scenario = shell.run("ksmsim graph turns.yaml"), of_result = shell.run("ksmsim graph r.json");
  CHECK(of_scenario.err.empty());
  CHECK(of_scenario.exit_code == 0);
  CHECK_THAT(of_scenario.out, contains_text("a0 a1"));
  CHECK(of_result.out == of_scenario.out);
  CHECK(of_result.err.empty());
}

TEST_CASE("graph writes DOT, GraphML, JSON and Markdown beside its text") {
  const Shell shell;
  shell.write("turns.yaml", scenario());
  const Finished done =
      shell.run("ksmsim graph turns.yaml --dot g.dot --graphml g.graphml --json g.json --markdown g.md");
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("4 VMs on 2 hosts"));
  CHECK(shell.read("g.dot").substr(0, 15) == "graph sharing {");
  CHECK(shell.read("g.graphml").substr(0, 5) == "<?xml");
  CHECK_THAT(shell.read("g.md"), contains_text("# What 4 VMs share (simulated)"));
  const auto json = nlohmann::json::parse(shell.read("g.json"));
  CHECK(json["placement"]["best"][0]["vms"] == nlohmann::json({"a0", "a1"}));
  const Finished alone = shell.run("ksmsim graph turns.yaml --dot -");
  CHECK(alone.out == shell.read("g.dot"));
}

TEST_CASE("of several points graph wants to know which") {
  const Shell shell;
  shell.write("turns.yaml", scenario(kSweep));
  CHECK(shell.run("ksmsim run turns.yaml --json r.json").exit_code == 0);
  for (const std::string file : {"turns.yaml", "r.json"}) {
    CAPTURE(file);
    const Finished which = shell.run("ksmsim graph " + file);
    CHECK(which.exit_code == 2);
    CHECK(which.err == "ksmsim: graph: --point: which of 0 (pages_to_scan=100), 1 (pages_to_scan=200)?\n");
    CHECK(shell.run("ksmsim graph " + file + " --point 1").exit_code == 0);
    CHECK(shell.run("ksmsim graph " + file + " --point pages_to_scan=200").exit_code == 0);
    for (const std::string wrong : {"2", "pages_to_scan=300", "to_scan=200", "nonsense"}) {
      CAPTURE(wrong);
      const Finished none = shell.run("ksmsim graph " + file + " --point " + wrong);
      CHECK(none.exit_code == 2);
      CHECK_THAT(none.err, contains_text("no point is as --point says; there are 0 ("));
    }
  }
}

TEST_CASE("graph says in one line what it cannot do") {
  const Shell shell;
  shell.write("turns.yaml", scenario());
  shell.write("r.json", R"({"version": 1})");
  for (const std::string line :
       {"missing.json", "missing.yaml", "r.json", "turns.yaml --hosts 0", "turns.yaml --hosts x",
        "turns.yaml --capacity 3", "turns.yaml --dot turns.yaml", "r.json -s seed=3"}) {
    CAPTURE(line);
    const std::string fault = usage_fault(shell, "ksmsim graph " + line);
    CHECK(std::count(fault.begin(), fault.end(), '\n') == 1);
  }
}

TEST_CASE("graph keeps to the hosts' memory") {
  const Shell shell;
  shell.write("turns.yaml", scenario());
  CHECK_THAT(shell.run("ksmsim graph turns.yaml --capacity 240KiB").out, contains_text("no split fits"));
  CHECK_THAT(shell.run("ksmsim graph turns.yaml --capacity 280KiB").out, contains_text("exact: no split needs less"));
  CHECK_THAT(shell.run("ksmsim graph turns.yaml --any-number").out, contains_text("a0 b0 a1 b1"));
}
