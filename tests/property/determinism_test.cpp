// Equal input, equal bytes: a result depends on the scenario and its seed and on nothing else.
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "catch.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/report.h"

using namespace ksmsim;

namespace {

constexpr const char* kScenario = R"(name: deterministic
ksm: {pages_to_scan: 300, max_page_sharing: 4}
vms:
  - {name: a, count: 3, memory: 8MiB, contents: {model: linux-clone, slow: {share: 30%, period: 2s},
     fast: {share: 10%, period: 100ms}}}
  - {name: late, memory: 4MiB, contents: {model: linux-clone}, start: 300ms}
events:
  - {at: 500ms, kill: a1}
  - {after_full_scan: 2, set: {use_zero_pages: 1}}
stop: {full_scans: 5}
sample: batch
)";

struct Texts {
  std::string json, csv;
};

Texts run_with_seed(const std::string& seed) {
  const Scenario scenario = parse_scenario(kScenario, "x.yaml", {{"seed", seed}});
  const RunResult result = run_points(scenario, {{{}, scenario}});
  std::ostringstream json, csv;
  write_json(result, {}, json);
  write_csv(result, csv);
  auto document = nlohmann::ordered_json::parse(json.str());
  document.erase("meta");
  document["scenario"].erase("seed");
  return {document.dump(), csv.str()};
}

}  // namespace

TEST_CASE("the same scenario and seed give the same bytes") {
  const Texts first = run_with_seed("7"), second = run_with_seed("7");
  CHECK(first.csv.size() > 1000);
  CHECK(first.json == second.json);
  CHECK(first.csv == second.csv);
}

TEST_CASE("another seed gives other results") {
  const Texts first = run_with_seed("7"), second = run_with_seed("8");
  CHECK(first.json != second.json);
  CHECK(first.csv != second.csv);
}
