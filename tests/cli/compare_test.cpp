#include <nlohmann/json.hpp>

#include "catch.h"
#include "shell.h"
#include "usage_fault.h"

using namespace ksmsim;

namespace {

constexpr const char* kScenario = R"(name: compared
host: {kernel: "4.14", cpu: xeon-e5-2620v3}
vms:
  - {name: a, regions: [{pages: "1..40 0*8"}]}
stop: {batches: 4}
)";

/// xxh64.json and jhash2.json of the same scenario.
void make_results(const Shell& shell) {
  shell.write("s.yaml", kScenario);
  for (const std::string hash : {"xxh64", "jhash2"}) {
    REQUIRE(shell.run("ksmsim run s.yaml -s ksm.hash=" + hash + " --json " + hash + ".json").exit_code == 0);
  }
}

}  // namespace

TEST_CASE("compare shows what differs between two results, and writes JSON, CSV and Markdown") {
  const Shell shell;
  make_results(shell);
  const Finished done = shell.run("ksmsim compare jhash2.json xxh64.json --json c.json --csv c.csv --markdown c.md");
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  CHECK_THAT(done.out, contains_text("times faster"));
  CHECK_THAT(done.out, contains_text("ksm.hash"));
  const auto json = nlohmann::json::parse(shell.read("c.json"));
  CHECK(json["baseline"] == "jhash2");
  CHECK(json["differences"][0]["key"] == "ksm.hash");
  CHECK(json["cases"][0]["figures"][0]["best_first"][0] == "xxh64");
  CHECK_THAT(shell.read("c.md"), contains_text("\n| checksum.mean_ns  "));
  CHECK_THAT(shell.read("c.csv"), contains_text(",checksum.mean_ns,ns,xxh64,1,"));
}

TEST_CASE("compare fails with 3 where a condition is not met, and says which and where") {
  const Shell shell;
  make_results(shell);
  CHECK(shell.run("ksmsim compare jhash2.json xxh64.json --threshold 'mean_ns < 1ms' --fail-if 'mean_ns > +1%'")
            .exit_code == 0);
  const Finished threshold = shell.run("ksmsim compare jhash2.json xxh64.json --threshold 'mean_ns < 1500'");
  CHECK(threshold.exit_code == 3);
  CHECK_THAT(threshold.err, contains_text("ksmsim: --threshold 'mean_ns < 1500': jhash2: "));
  CHECK_FALSE(threshold.out.empty());
  CHECK(shell.run("ksmsim compare xxh64.json jhash2.json --fail-if 'mean_ns > +1%'").exit_code == 3);
}

TEST_CASE("compare takes the store of a sweep") {
  const Shell shell;
  shell.write("s.yaml", kScenario);
  CHECK(shell.run("ksmsim sweep s.yaml -p ksm.hash=jhash2,xxh64 --repeat 3").exit_code == 0);
  const Finished done = shell.run("ksmsim compare s.sweep --baseline jhash2");
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("1 alternative against hash=jhash2"));
}

TEST_CASE("what cannot be compared is said in one line, and nothing is written") {
  const Shell shell;
  make_results(shell);
  const std::size_t before = shell.files();
  const auto fault = [&](const std::string& rest) { return usage_fault(shell, "ksmsim compare " + rest); };
  CHECK_THAT(fault("xxh64.json --json c.json"), contains_text("one point; give another result"));
  CHECK_THAT(fault("xxh64.json nowhere.json"), contains_text("cannot read nowhere.json"));
  CHECK_THAT(fault("xxh64.json s.yaml"), contains_text("s.yaml"));
  CHECK_THAT(fault("xxh64.json jhash2.json --json jhash2.json"),
             contains_text("an output would replace the input jhash2.json"));
  CHECK_THAT(fault("xxh64.json jhash2.json --threshold 'mean < 3'"), contains_text("there is no figure 'mean'"));
  CHECK_THAT(fault("xxh64.json jhash2.json --baseline crc"), contains_text("is the name of no alternative"));
  CHECK(shell.files() == before);
}
