// Scenarios on this machine's own kernel. Skipped without root or KSM.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "catch.h"
#include "live_machine.h"
#include "recordings.h"

using namespace ksmsim;

namespace {

constexpr const char* kChanging = R"(name: changing
ksm: {pages_to_scan: 500, max_page_sharing: 8}
vms:
  - {name: a, count: 3, memory: 8MiB, contents: {model: linux-clone, slow: {share: 30%, period: 2s},
     fast: {share: 10%, period: 100ms}}}
  - {name: late, memory: 4MiB, contents: {model: linux-clone, fast: {share: 20%, period: 500ms}}, start: 300ms}
events:
  - {at: 500ms, kill: a1}
  - {at: 700ms, discard: {vm: a0, pages: 100..900}}
  - {at: 900ms, write: {vm: a0, pages: 300..500, content: "7"}}
  - {at: 1100ms, unmap: {vm: a2, pages: 0..300}}
  - {at: 1300ms, unmergeable: {vm: a2, pages: 400..700}}
  - {at: 1600ms, mergeable: {vm: a2, pages: 400..700}}
  - {after_full_scan: 2, set: {use_zero_pages: 1}}
  - {at: 2s, set: {sleep_millisecs: 30}}
stop: {time: 3s}
sample: 250ms
)";

}  // namespace

TEST_CASE("simulation and kernel agree in every row of cases of each kind") {
  NEEDS_KSM();
  const Shell shell;
  std::string files;
  for (const char* name : {"random-01", "wide-0101", "heavy-0008", "late-late-000", "restart-run-000", "fresh-page-n30",
                           "huge-b-zeros-use", "settings-mid-run", "kill-all-sharers", "max-page-sharing-2"}) {
    files += " '" + (kTestData / "cases" / (std::string(name) + ".yaml")).string() + "'";
  }
  const Finished done = patiently(shell, "ksmsim validate" + files);
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("10 scenarios, "));
  std::cout << done.out.substr(done.out.rfind("10 scenarios"));
}

TEST_CASE("simulation and kernel agree while pages change by themselves and much happens at a time") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("changing.yaml", kChanging);
  const Finished done =
      patiently(shell, "ksmsim validate changing.yaml '" KSMSIM_SOURCE_DIR "/scenarios/quickstart.yaml'");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("changing: 112 rows compared, same"));
  CHECK_THAT(done.out, contains_text("quickstart: 164 rows compared, same"));
}

TEST_CASE("a live run in real time samples what the simulation does, and when") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("changing.yaml", kChanging);
  const std::string columns = "changing.yaml -s stop.time=400ms -s sample=50ms --csv - | cut -d, -f1,2,3,13";
  const Finished live = patiently(shell, "ksmsim live " + columns);
  CHECK(live.err.empty());
  CHECK(live.out == shell.run("ksmsim run " + columns).out);
  CHECK_THAT(live.out, contains_text(",400000000\n"));
}

TEST_CASE("simulation and kernel agree on what others test KSM with") {
  NEEDS_KSM();
  const Finished done = patiently(Shell(), "ksmsim validate '" KSMSIM_SOURCE_DIR "/tests/data/known/'*.yaml");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("13 scenarios, 214 rows compared, 0 differ\n"));
}

TEST_CASE("simulation and kernel agree on random scenarios") {
  NEEDS_KSM();
  const Shell shell;
  const Finished done = patiently(shell, KSMSIM_DIFFERENTIAL " --cases 10 --seed 7");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("10 cases, "));
  std::cout << done.out;
}

TEST_CASE("a live run gives what the kernel counted and refused") {
  NEEDS_KSM();
  const Shell shell;
  const std::string file = (kTestData / "cases/settings-mid-run.yaml").string();
  const Finished done = patiently(shell, "ksmsim live '" + file + "' --json -");
  REQUIRE(done.exit_code == 0);
  const auto point = nlohmann::json::parse(done.out)["points"][0];
  CHECK(point["samples"].size() == 16);
  CHECK(point["samples"][7]["pages_to_scan"] == 10);
  CHECK(point["samples"][8]["pages_to_scan"] == 25);
  CHECK_FALSE(point["samples"][0].contains("checksums"));
  CHECK(point["events"][1]["refused"] == "EBUSY");
  CHECK(point["events"][2]["refused"] == "EBUSY");
  CHECK(point["events"][3]["refused"] == "EINVAL");
  CHECK(point["vms"].size() == 2);
  CHECK(point["vms"][0]["ksm_rmap_items"] == 45);
  CHECK(point["ksmd"]["cpu_seconds"] > 0);
}

TEST_CASE("what a kernel cannot be made to do is refused in one line") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("big.yaml", "name: big\nvms: [{name: vm, regions: [{pages: \"1*400000000\"}]}]\nstop: {batches: 1}\n");
  const Finished big = patiently(shell, "ksmsim live big.yaml");
  CHECK(big.exit_code == 2);
  CHECK_THAT(big.err, contains_text("of memory available\n"));
}

TEST_CASE("driving the kernel takes root") {
  if (geteuid() != 0) SKIP_TEST("this user is not root anyway");
  const Shell shell;
  const Finished done = shell.run("setpriv --reuid 65534 --clear-groups '" KSMSIM_COMMAND "' live '" +
                                  (kTestData / "cases/random-01.yaml").string() + "'");
  if (done.exit_code == 126 || done.exit_code == 127) SKIP_TEST("no setpriv here, or the build folder is private");
  CHECK(done.exit_code == 2);
  CHECK_THAT(done.err, contains_text("root") || contains_text("no KSM"));
}
