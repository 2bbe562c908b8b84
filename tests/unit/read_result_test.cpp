#include "ksmsim/report/read_result.h"

#include <rapidcheck.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "catch.h"
#include "fault_text.h"
#include "golden.h"
#include "ksmsim/experiment/run.h"
#include "written_result.h"

using namespace ksmsim;
using Json = nlohmann::ordered_json;

namespace {

const std::string kSweep = "sweep: {axes: {ksm.hash: [xxh64, jhash2], ksm.pages_to_scan: [100, 200]}}\n";

std::string mistake(const std::string& text, ReadOptions options = {}) {
  return fault_text([&] { read_json(text, "r.json", options); });
}

/// The result with something else in one place.
template <class Change>
std::string mistake_after(Change change) {
  Json json = Json::parse(written(made_up_result()));
  change(json);
  return mistake(json.dump());
}

/// How events were written is not kept.
std::string resolved(const PointResult& point) { return to_yaml(resolved_tree(point.scenario)); }

void check_same(const RunResult& given) {
  const std::string text = written(given);
  const RunResult read = read_json(text, "r.json");
  CHECK(written(read) == text);
  std::istringstream stream(text);
  CHECK(written(read_json(stream, "r.json")) == text);
  REQUIRE(read.points.size() == given.points.size());
  for (std::size_t i = 0; i < given.points.size(); ++i) {
    CHECK(resolved(read.points[i]) == resolved(given.points[i]));
    CHECK(read.points[i].not_told == given.points[i].not_told);
    CHECK(read.points[i].simulated == given.points[i].simulated);
    CHECK(read.points[i].meta.visits == given.points[i].meta.visits);
  }
}

}  // namespace

TEST_CASE("a result that was read is written as it was") {
  check_same(made_up_result());
  check_same(made_up_result(kSweep));
  RunResult none = made_up_result();
  none.points.clear();
  check_same(none);
}

TEST_CASE("a result is read with all that only some runs have") {
  RunResult result = made_up_result("events: [{after_batch: 3, kill: vm1}, {at: 1s, set: {run: 7}}]\n");
  PointResult& point = result.points[0];
  point.ended_early = true;
  point.checksum.source = "measured";
  point.checksum.profile.clear();
  point.checksum.implementation = "avx2";
  point.checksum.p50_ns = 1000.25;
  point.checksum.histogram = {{900, 7}, {1000, 993}};
  point.events = {{3, SimTime{5}, "kill: vm1", ""}, {4, SimTime{1'000'000'000}, "set: {run: 7}", "EINVAL"}};
  point.sharing = {{SharedContents::What::zeros, 1, {{0, 40}, {1, 40}}}, {SharedContents::What::other, 3, {{1, 3}}}};
  check_same(result);
  const RunResult read = read_json(written(result), "r.json");
  CHECK(read.points[0].sharing == point.sharing);
  CHECK(read.points[0].events[1].refused == "EINVAL");
}

TEST_CASE("what a kernel did not tell is not told after reading") {
  RunResult result = made_up_result();
  result.points[0].not_told = {"pages_scanned", "pages_skipped", "general_profit", "checksums"};
  for (Sample& sample : result.points[0].samples) sample = {sample.batch, sample.time, {}, 0, sample.ksmd_cpu, 200};
  result.points[0].counters.pages_scanned = 0;
  check_same(result);
}

TEST_CASE("samples are passed over on request, all else is read") {
  const RunResult read = read_json(written(made_up_result(kSweep)), "r.json", {false});
  REQUIRE(read.points.size() == 4);
  CHECK(read.points[3].samples.empty());
  CHECK(read.points[3].counters.pages_sharing == 100);
  CHECK(read.points[3].scenario.ksm.hash == "jhash2");
}

TEST_CASE("times of any length are read as they were") {
  for (const std::int64_t ns : {std::int64_t{0}, std::int64_t{1}, std::int64_t{8'400'123'456'789},
                                std::int64_t{4'503'599'627'370'497}, (std::int64_t{1} << 62) - 1}) {
    RunResult result = made_up_result();
    result.points[0].simulated.ns = ns;
    CHECK(written(read_json(written(result), "r.json")) == written(result));
  }
  CHECK(rc::check([] {
    RunResult result = made_up_result();
    result.points[0].simulated.ns = *rc::gen::inRange(std::int64_t{0}, std::int64_t{1} << 62);
    result.points[0].ksmd_cpu.ns = *rc::gen::inRange(std::int64_t{0}, std::int64_t{1} << 50);
    const RunResult read = read_json(written(result), "r.json");
    RC_ASSERT(written(read) == written(result));
    RC_ASSERT(read.points[0].ksmd_cpu == result.points[0].ksmd_cpu);
  }));
}

TEST_CASE("the results of all scenarios are read and written as they were") {
  const auto folder = std::filesystem::path(KSMSIM_SOURCE_DIR) / "tests" / "golden";
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path());
    Json golden = Json::parse(read_file(entry.path()));
    golden["meta"] = {{"points", Json::array()}};
    Json again = Json::parse(written(read_json(golden.dump(), entry.path().string())));
    again.erase("meta");
    golden.erase("meta");
    CHECK(again == golden);
    ++seen;
  }
  CHECK(seen >= 10);
}

TEST_CASE("the result of a run is read and written as it was") {
  const auto file = (std::filesystem::path(KSMSIM_SOURCE_DIR) / "scenarios" / "quickstart.yaml").string();
  check_same(run_points(load_scenario(file), load_points(file)));
}

TEST_CASE("traces and cost profiles need not be there to read a result") {
  RunResult result = made_up_result("", "vms: [{name: a, trace: gone.ksmtrace#0}]\nstop: {batches: 1}\n");
  result.scenario.vms[0].memory = mib(3);
  result.scenario.sweep.axes = {{"host.cpu", {"gone.yaml", "xeon-e5-2620v3"}}};
  result.points[0].settings = {{"host.cpu", "gone.yaml"}};
  const RunResult read = read_json(written(result), "r.json");
  CHECK(written(read) == written(result));
  CHECK(read.points[0].scenario.host.cpu == "gone");
  CHECK(read.points[0].scenario.vms[0].trace->written == "gone.ksmtrace#0");
  CHECK(read.points[0].scenario.vms[0].memory == mib(3));
}

TEST_CASE("the order of members does not matter") {
  const RunResult given = made_up_result(kSweep);
  const std::string sorted = nlohmann::json::parse(written(given)).dump();
  const RunResult read = read_json(sorted, "sorted.json");
  CHECK(read.points[1].scenario == given.points[1].scenario);
  CHECK(read.points[1].samples[1].counters == given.points[1].samples[1].counters);
}

TEST_CASE("members of other names are passed over") {
  Json json = Json::parse(written(made_up_result()));
  json["more"] = {1, {{"a", {{"b", nullptr}}}}};
  json["points"][0]["more"] = true;
  json["points"][0]["samples"][1]["more"] = 7;
  CHECK(written(read_json(json.dump(), "r.json")) == written(made_up_result()));
}

TEST_CASE("what is no result is told with what was expected where") {
  CHECK(mistake("") == "r.json: no JSON at byte 1");
  CHECK(mistake("[]") == "r.json: expected an object, got a list");
  CHECK(mistake("7") == "r.json: expected an object, got 7");
  CHECK(mistake("{}") == "r.json: points: is missing");
  CHECK(mistake("{\"points\": []}") == "r.json: version: is missing");
  CHECK(mistake("{\"version\": 2, \"points\": [7]}") == "r.json: version: expected 1, got 2");
  CHECK(mistake("{\"version\": 1, \"points\": {}}") == "r.json: points: expected a list, got an object");
  CHECK(mistake("{\"version\": 1, \"points\": [], \"points\": []}") == "r.json: points: is there twice");
  CHECK(mistake("{\"version\": 1, \"points\": [[]]}") == "r.json: points[0]: expected an object, got a list");
  CHECK(mistake("{\"version\": 1, \"points\": [{}]}") == "r.json: points[0].samples: is missing");
  CHECK(mistake(written(made_up_result()) + "x").find("r.json: no JSON at byte ") == 0);
}

TEST_CASE("a member of the wrong type is told with its place") {
  CHECK(mistake_after([](Json& j) { j["points"][0]["batches"] = "3"; }) ==
        "r.json: points[0].batches: expected a whole number from 0 on, got \"3\"");
  CHECK(mistake_after([](Json& j) { j["points"][0]["batches"] = -3; }) ==
        "r.json: points[0].batches: expected a whole number from 0 on, got -3");
  CHECK(mistake_after([](Json& j) { j["points"][0]["checksum"]["mean_ns"] = nullptr; }) ==
        "r.json: points[0].checksum.mean_ns: expected a number, got null");
  CHECK(mistake_after([](Json& j) { j["points"][0]["vms"][1] = 1; }) ==
        "r.json: points[0].vms[1]: expected an object, got 1");
  CHECK(mistake_after([](Json& j) { j["points"][0]["samples"][1]["batch"] = 1.5; }) ==
        "r.json: points[0].samples[1].batch: expected a whole number, got 1.5");
  CHECK(mistake_after([](Json& j) { j["points"][0]["samples"][1] = 1.5; }) ==
        "r.json: points[0].samples[1]: expected an object, got 1.5");
  CHECK(mistake_after([](Json& j) { j["points"][0]["samples"][1].erase("pages_shared"); }) ==
        "r.json: points[0].samples[1].pages_shared: is missing");
  CHECK(mistake_after([](Json& j) { j["points"][0]["samples"][1]["time_ns"] = 18'446'744'073'709'551'615u; }) ==
        "r.json: points[0].samples[1].time_ns: expected a whole number below 2^63, got 18446744073709551615");
  CHECK(mistake_after([](Json& j) { j["points"][0]["samples"][1]["batch"] = -1; }) ==
        "r.json: points[0].samples[1].batch: expected a whole number from 0 on, got -1");
  CHECK(mistake_after([](Json& j) { j["points"][0]["settings"]["ksm.hash"] = 1; }) ==
        "r.json: points[0].settings: expected texts, got 1");
  CHECK(mistake_after([](Json& j) { j["points"][0]["simulated_seconds"] = 1e300; }) ==
        "r.json: points[0].simulated_seconds: expected seconds from 0 to 4611686019");
  CHECK(mistake_after([](Json& j) {
          j["points"][0]["sharing"] = {{{"what", "x"}, {"contents", 1}, {"holders", 1}}};
        }) == "r.json: points[0].sharing[0].what: expected zeros, pattern, image, captured or other, got \"x\"");
}

TEST_CASE("a scenario that is none is told with its key") {
  CHECK(mistake_after([](Json& j) { j["scenario"]["ksm"]["hash"] = "md6"; }).find("r.json: scenario.ksm.hash: ") == 0);
  CHECK(mistake_after([](Json& j) { j["scenario"] = "x"; }).find("r.json: scenario: expected a mapping") == 0);
  CHECK(mistake_after([](Json& j) {
          j["points"][0]["settings"]["ksm.hash"] = "md6";
        }).find("r.json: points[0].settings.ksm.hash: ") == 0);
  CHECK(mistake_after([](Json& j) {
          j["points"][0]["settings"]["no.key"] = "md6";
        }).find("r.json: points[0].settings.no: ") == 0);
}

TEST_CASE("every member that is written is needed, or read as none") {
  const Json whole = Json::parse(written(made_up_result()));
  for (const auto& [key, value] : whole["points"][0].items()) {
    CAPTURE(key);
    CHECK(mistake_after([&, name = key](Json& j) { j["points"][0].erase(name); }) ==
          "r.json: points[0]." + key + ": is missing");
  }
  for (const auto& [key, value] : whole.items()) {
    CHECK(mistake_after([name = key](Json& j) { j.erase(name); }) == "r.json: " + key + ": is missing");
  }
}

TEST_CASE("samples and counters tell the same") {
  CHECK(mistake_after([](Json& j) { j["points"][0]["counters"].erase("general_profit"); }) ==
        "r.json: points[0].counters: general_profit is in the samples but not in them");
}

TEST_CASE("nonsense of any depth and length ends in a message") {
  CHECK(mistake(std::string(10'000'000, '[')) == "r.json: expected an object, got a list");
  const std::string begin = "{\"version\": 1, \"x\": ";
  CHECK(mistake(begin + std::string(10'000'000, '[')) == "r.json: x: more than 64 lists and objects within each other");
  std::string many = begin + "[";
  for (int i = 0; i < 5'000'000; ++i) many += "0,";
  CHECK(mistake(many) == "r.json: x: more than 4000000 values");
  std::string keys = begin + "{";
  for (int i = 0; i < 100'000; ++i) keys += "\"k" + std::to_string(i) + "\":0,";
  CHECK(mistake(keys) == "r.json: x: more than 1000 members in one object");
}

TEST_CASE("a result that is cut off or has a byte changed is read or refused, never more") {
  const std::string text = written(made_up_result(kSweep));
  CHECK(rc::check([&] {
    std::string other = text.substr(0, *rc::gen::inRange<std::size_t>(0, text.size()));
    RC_ASSERT(!mistake(other).empty());
    other = text;
    other[*rc::gen::inRange<std::size_t>(0, text.size())] = *rc::gen::arbitrary<char>();
    mistake(other);
    mistake(other, {false});
  }));
}
