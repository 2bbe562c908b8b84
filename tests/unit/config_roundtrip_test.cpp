// A resolved scenario, written as YAML and read again, is the same scenario.
#include <rapidcheck.h>

#include <filesystem>
#include <string>
#include <vector>

#include "catch.h"
#include "ksmsim/config/load.h"

using namespace ksmsim;

namespace {

/// Events and pages also keep how they were written, which may change.
Scenario without_texts(Scenario scenario) {
  for (EventSpec& event : scenario.events) event.text.clear();
  return scenario;
}

void check_round_trip(const Scenario& given) {
  const std::string yaml = to_yaml(resolved_tree(given));
  const Scenario again = parse_scenario(yaml, "again");
  CAPTURE(yaml);
  CHECK(without_texts(again) == without_texts(given));
  CHECK(to_yaml(resolved_tree(again)) == yaml);
}

std::vector<std::filesystem::path> scenario_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"tests/data/cases", "tests/data/known", "scenarios"}) {
    const auto path = std::filesystem::path(KSMSIM_SOURCE_DIR) / folder;
    if (!std::filesystem::exists(path)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
  }
  return files;
}

std::string pick(std::initializer_list<std::string> words) {
  return *rc::gen::elementOf(std::vector<std::string>(words));
}
std::string number(std::uint64_t below) { return std::to_string(*rc::gen::inRange<std::uint64_t>(0, below)); }

/// One page.
std::string page() {
  const std::string kind = pick({"", "e", "h"});
  return pick({"-", "0", "f61", "f0", kind + number(1000), number(std::uint64_t{1} << 56)});
}

/// Exactly eight pages.
std::string eight_pages() {
  switch (*rc::gen::inRange(0, 3)) {
    case 0:
      return page() + "*8";
    case 1:
      return pick({"", "e", "h"}) + "5..12";
    default:
      return page() + " " + page() + "*3 " + page() + "  " + page() + " " + page() + "*2";
  }
}

std::string event() {
  const std::string when = pick(
      {"at: 1.5s", "at: " + number(100000) + "us", "after_batch: " + number(100), "after_full_scan: " + number(9)});
  const std::string target = "{vm: " + pick({"a", "b0", "b2"}) + ", pages: " + pick({"3", "0..7", "4..4"});
  const std::string over = pick({"discard", "unmap", "unmergeable", "mergeable"});
  const std::string what =
      pick({"kill: b1", over + ": " + target + ", region: 0}",
            "write: " + target + ", content: " + pick({"7", "\"0\"", "f0a", "e9", "page+12"}) + "}",
            "set: {pages_to_scan: " + pick({"25", "-1", "0x10", "\" 3\"", "yes"}) + "}"});
  return "  - {" + when + ", " + what + "}\n";
}

std::string any_scenario() {
  std::string yaml = "name: " + pick({"x", "\"1.0\"", "'yes'", "\"a: b # c\"", "null-ish", "h\xc3\xa9"}) + "\n";
  yaml += "description: " + pick({"\"\"", "\"two\\nlines\"", "\"it's \\\"so\\\"\"", "- dash", "~x"}) + "\n";
  if (yaml.find("- dash") != std::string::npos) yaml = "name: x\n";
  yaml += "seed: " + number(1u << 30) + "\n";
  yaml += "host: {memory: " + number(1000) + pick({".5GiB", "MiB", "kB"}) + ", hz: " + pick({"100", "1000"}) + "}\n";
  yaml += "ksm: {run: " + pick({"0", "1"}) + ", smart_scan: " + pick({"on", "0"}) + ", pages_to_scan: " + number(9999) +
          "}\n";
  yaml += "vms:\n  - {name: a, regions: [{pages: \"" + eight_pages() + "\"}, {pages: \"1\", huge_pages: on}]}\n";
  yaml += "  - {name: b, count: 3, regions: [{pages: \"" + eight_pages() +
          "\"}], start: " + pick({"{after_batch: 3}", "0s", "1.5h", "7ns"}) + "}\n";
  yaml += "events:\n";
  const int events = *rc::gen::inRange(1, 6);
  for (int i = 0; i < events; ++i) yaml += event();
  yaml += "stop: {" + pick({"batches: 7", "full_scans: 2, time: 3h", "time: 1.25ms"}) + "}\n";
  yaml += "sample: " + pick({"batch", "full_scan", "90s", "0.5h"}) + "\n";
  return yaml + "sweep: {axes: {ksm.run: [0, 1], name: [" + pick({"a", "\"1.10\"", "'x, y'", "{a: [1]}"}) + ", b]}}\n";
}

}  // namespace

TEST_CASE("resolved files read back as the same scenarios") {
  const auto files = scenario_files();
  CHECK(files.size() >= 109);
  for (const auto& file : files) {
    INFO(file.filename().string());
    check_round_trip(load_scenario(file.string()));
  }
}

TEST_CASE("any resolved scenario reads back as the same") {
  CHECK(rc::check([] {
    const std::string yaml = any_scenario();
    const Scenario given = parse_scenario(yaml, "given");
    const Scenario again = parse_scenario(to_yaml(resolved_tree(given)), "again");
    RC_ASSERT(without_texts(again) == without_texts(given));
  }));
}

TEST_CASE("values of a sweep that need quotes keep just these, however often they are written and read") {
  const std::string rest = "vms: [{name: w, regions: [{pages: 1}]}]\nstop: {batches: 1}\nsweep: {axes: {name: ";
  for (const std::string values : {"[\"3 x\"]", "['it''s', '\"q\"', \"a, b\"]", "[[\"3 x\", y], {\"a b\": \"# c\"}]"}) {
    const Scenario given = parse_scenario(rest + values + "}}", "given");
    check_round_trip(given);
    CHECK(to_yaml(resolved_tree(given)).find("\\\\") == std::string::npos);  // no quote of a quote
  }
  CHECK(parse_scenario(rest + "[\"3 x\"]}}", "given").sweep.axes[0].values == std::vector<std::string>{"\"3 x\""});
}

TEST_CASE("equal VMs are written with their count, unequal ones apart") {
  const auto resolve = [](const std::string& vms) {
    return to_yaml(resolved_tree(parse_scenario("vms: [" + vms + "]\nstop: {batches: 1}", "x")));
  };
  const std::string equal = resolve("{name: v0, regions: [{pages: 1}]}, {name: v1, regions: [{pages: 1}]}");
  CHECK(equal.find("{name: v, count: 2,") != std::string::npos);
  const std::string unequal = resolve("{name: v0, regions: [{pages: 1}]}, {name: v1, regions: [{pages: 2}]}");
  CHECK(unequal.find("count") == std::string::npos);
}

TEST_CASE("texts that some reader takes for something else are quoted") {
  const auto yaml = [](const std::string& text) { return to_yaml(Tree{Tree::Map{{"k", Tree{text, {}}}}, {}}); };
  CHECK(yaml("plain-1.2") == "k: plain-1.2\n");
  CHECK(yaml("4.14") == "k: \"4.14\"\n");
  CHECK(yaml("yes") == "k: \"yes\"\n");
  CHECK(yaml("Null") == "k: \"Null\"\n");
  CHECK(yaml("") == "k: \"\"\n");
  CHECK(yaml("2020-01-01") == "k: \"2020-01-01\"\n");
  CHECK(yaml("a: b") == "k: \"a: b\"\n");
  CHECK(yaml("a\nb\t\x01\"\\") == "k: \"a\\nb\\t\\u0001\\\"\\\\\"\n");
}
