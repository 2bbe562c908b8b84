#include <nlohmann/json.hpp>
#include <thread>

#include "catch.h"
#include "shell.h"
#include "usage_fault.h"

using namespace ksmsim;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kSweep = R"(name: swept
vms:
  - {name: a, regions: [{pages: "1..40 0*8"}]}
stop: {batches: 4}
sweep: {axes: {ksm.pages_to_scan: [10, 20], ksm.hash: [xxh64, jhash2]}}
)";

}  // namespace

TEST_CASE("sweep runs all points into a store, prints the table that run prints, and then has nothing to do") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const Finished first = shell.run("ksmsim sweep s.yaml");
  CHECK(first.exit_code == 0);
  CHECK(first.err == "ksmsim: s.sweep: 4 points, 4 of them run now, 0 failed\n");
  const Finished run = shell.run("ksmsim run s.yaml");
  const auto table = [](const std::string& text) { return text.substr(0, text.find("\nThis took")); };
  CHECK(table(first.out) == table(run.out));
  CHECK(shell.run("ksmsim sweep s.yaml").err == "ksmsim: s.sweep: 4 points, 0 of them run now, 0 failed\n");
}

TEST_CASE("axes come from the command line") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const Finished done = shell.run(
      "ksmsim sweep s.yaml -s ksm.hash=xxh64 -p ksm.pages_to_scan=10..40:log2 -p ksm.sleep_millisecs=5,10,20 "
      "--zip ksm.pages_to_scan,ksm.sleep_millisecs --where 'ksm.sleep_millisecs < 20' --repeat 2 --json r.json");
  CHECK(done.exit_code == 0);
  const auto json = nlohmann::json::parse(shell.read("r.json"));
  REQUIRE(json["points"].size() == 4);
  CHECK(json["points"][3]["settings"]["ksm.pages_to_scan"] == "20");
  CHECK(json["points"][3]["settings"]["ksm.sleep_millisecs"] == "10");
  CHECK(json["points"][3]["settings"]["seed"] == "2");
}

TEST_CASE("a plan is what was planned, whatever becomes of the scenario") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const Finished planned = shell.run("ksmsim sweep plan s.yaml -o plan.json -s seed=3");
  CHECK(planned.exit_code == 0);
  CHECK(planned.err == "ksmsim: 4 points\n");
  shell.write("s.yaml", "no: scenario\n");
  const Finished done = shell.run("ksmsim sweep plan.json --store x.sweep --json r.json");
  CHECK(done.exit_code == 0);
  CHECK(nlohmann::json::parse(shell.read("r.json"))["scenario"]["seed"] == 3);
  const Finished changed = shell.run("ksmsim sweep plan.json -p seed=1,2");
  CHECK(changed.exit_code == 2);
  CHECK(contains(changed.err, "is a plan, which is fixed"));
}

TEST_CASE("shards of a sweep merge to what one process gives") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  CHECK(shell.run("ksmsim sweep s.yaml --store all --sqlite all.sqlite --csv all.csv").exit_code == 0);
  CHECK(shell.run("ksmsim sweep s.yaml --store a --shard 0/3").exit_code == 0);
  const Finished early = shell.run("ksmsim sweep merge a --sqlite early.sqlite");
  CHECK(early.exit_code == 4);
  CHECK(contains(early.err, "2 of 4 points are not run yet:"));
  CHECK(contains(early.err, "pages_to_scan=10 hash=jhash2"));
  CHECK(shell.run("ksmsim sweep s.yaml --store b --shard 1/3").exit_code == 0);
  CHECK(shell
            .run("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_MAX=3 "
                 "ksmsim sweep s.yaml --store b --shard auto")
            .exit_code == 0);
  CHECK(shell.run("ksmsim sweep merge b a --sqlite m.sqlite --csv m.csv").exit_code == 0);
  CHECK(shell.read("m.sqlite") == shell.read("all.sqlite"));
  CHECK(shell.read("m.csv") == shell.read("all.csv"));
}

TEST_CASE("points that fail are told, and end a sweep with 4") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const Finished done = shell.run("ksmsim sweep s.yaml -p ksm.hash=xxh64,sha256 -s host.cpu=xeon-e5-2420v2");
  CHECK(done.exit_code == 4);
  CHECK(contains(done.err, "2 of 4 points failed:\n"));
  CHECK(contains(done.err, "pages_to_scan=10 hash=sha256: "));
  CHECK(contains(done.out, "xxh64"));
}

TEST_CASE("wrong sweeps end with 2 and say why, with nothing written") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  shell.run("mkdir full; touch full/thesis.tex");
  const auto fault = [&](const std::string& options) { return usage_fault(shell, "ksmsim sweep " + options); };
  const std::size_t before = shell.files();
  CHECK(contains(fault(""), "SCENARIO is required"));
  CHECK(contains(fault("absent.yaml"), "cannot read absent.yaml"));
  CHECK(contains(fault("s.yaml -p ksm.hsh=a"), "did you mean 'hash'?"));
  CHECK(contains(fault("s.yaml -p ksm.pages_to_scan"), "expected key=value,value"));
  CHECK(contains(fault("s.yaml -p seed=1..1000:step=1 -p ksm.sleep_millisecs=1..1000:step=1"),
                 "4000000 points; give --yes if that is meant"));
  CHECK(contains(fault("s.yaml --where 'ksm.pages_to_scan > 99'"), "leaves none of 4 points"));
  CHECK(contains(fault("s.yaml --shard 4/4"), "expected NUMBER/COUNT"));
  CHECK(contains(fault("s.yaml --shard 0/4 --json x.json"), "ksmsim sweep merge"));
  CHECK(contains(fault("s.yaml --store full"), "holds other files"));
  CHECK(contains(fault("merge nowhere"), "no sweep's store"));
  CHECK(contains(fault("s.yaml -p seed=1,2 -p seed=3"), "-p seed=3: there is another -p for seed"));
  CHECK(contains(fault("emit slurn s.yaml"), "did you mean 'slurm'?"));
  CHECK(shell.files() == before);
}

TEST_CASE("a sweep that is killed goes on where it was") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const std::string sweep = "ksmsim sweep s.yaml -p seed=1..400:step=1";
  shell.run("timeout -s KILL 0.3 '" KSMSIM_COMMAND "'" + sweep.substr(6));
  const Finished rest = shell.run(sweep);
  CHECK(rest.exit_code == 0);
  CHECK(contains(rest.err, "1600 points, "));
  CHECK(contains(shell.run(sweep).err, "1600 points, 0 of them run now, 0 failed"));
}

TEST_CASE("a sweep into a full disk says so and loses nothing") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  shell.run("ksmsim sweep s.yaml -p seed=1,2");
  // Files of at most 2 KiB: results are larger.
  const Finished full = shell.run("ulimit -f 2; trap '' XFSZ; '" KSMSIM_COMMAND "' sweep s.yaml -p seed=1,2,3");
  CHECK(full.exit_code == 1);
  CHECK(contains(full.err, "cannot write s.sweep/"));
  const Finished after = shell.run("ksmsim sweep s.yaml -p seed=1,2,3");
  CHECK(after.exit_code == 0);
  CHECK(contains(after.err, "12 points, 4 of them run now"));
}

TEST_CASE("Ctrl-C ends a sweep and keeps what it has") {
  const Shell shell;
  shell.write("s.yaml", kSweep);
  const Finished stopped =
      shell.run("env --default-signal=INT '" KSMSIM_COMMAND R"(' sweep s.yaml -p seed=1..2000:step=1 &
    until find s.sweep/points -name '*.json' 2>stderr | grep -q .; do kill -0 $! || exit; sleep 0.02; done
    kill -INT $!
    wait $!)");
  CHECK(stopped.exit_code == 130);
  CHECK(stopped.out.empty());
  CHECK(shell.run("ksmsim sweep merge s.sweep --csv some.csv").exit_code == 4);
}
