// A sweep through a real Slurm, on nodes of which one dies: tools/lab/slurm. Skipped without root or Slurm's packages.
#include <unistd.h>

#include "catch.h"
#include "lab.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

constexpr const char* kSweep = R"(name: through-slurm
vms:
  - {name: clone, count: 2, memory: 32MiB, contents: {model: debian-12-roles}}
ksm: {pages_to_scan: 1000, sleep_millisecs: 20}
stop: {full_scans: 60}
sample: full_scan
sweep: {axes: {ksm.pages_to_scan: 100..1000:step=100, seed: 1..20:step=1}}
)";

/// A Slurm of three nodes, which ends with it.
class Slurm {
 public:
  ~Slurm() { lab({"stop"}); }
  CommandResult lab(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), KSMSIM_SOURCE_DIR "/tools/lab/slurm");
    arguments.push_back(folder());
    return run_command(arguments, {.env = {{"KSMSIM_NO_INSTALL", "1"}}, .limit = std::chrono::minutes(2)});
  }
  /// In a shell that uses it; fails the test if that fails.
  std::string shell(const std::string& line) const {
    const CommandResult done = run_command({"/bin/sh", "-c", line}, {.env = {{"SLURM_CONF", folder() + "/slurm.conf"}},
                                                                     .directory = work().string(),
                                                                     .limit = std::chrono::minutes(10)});
    INFO(line << "\n" << done.out << done.err);
    REQUIRE(done.exit_code == 0);
    return done.out;
  }
  std::filesystem::path work() const { return dir_.path(); }

 private:
  std::string folder() const { return (dir_.path() / "slurm").string(); }
  TempDir dir_;
};

}  // namespace

TEST_CASE("a sweep of 200 points through Slurm, with a node that dies, merges to what one process gives") {
  if (geteuid() != 0) SKIP_TEST("needs root");
  if (run_command({"/bin/sh", "-c", "command -v slurmctld slurmd sbatch munged"}).exit_code != 0) {
    SKIP_TEST("Slurm is missing; install slurmctld slurmd slurm-client munge");
  }
  const Slurm slurm;
  // Jobs run in folders of their own rights: everybody may enter.
  std::filesystem::permissions(slurm.work(), std::filesystem::perms::owner_all | std::filesystem::perms::others_exec);
  const CommandResult started = slurm.lab({"start"});
  INFO(started.err);
  REQUIRE(started.exit_code == 0);
  write_file(slurm.work() / "s.yaml", kSweep);
  const std::string ksmsim = "'" KSMSIM_COMMAND "' ";
  slurm.shell(ksmsim + "sweep plan s.yaml -o plan.json");
  slurm.shell(ksmsim + "sweep emit slurm plan.json --shards 6 > job.sh");
  slurm.shell("KSMSIM='" KSMSIM_COMMAND "' sh job.sh");
  // In the middle: some points are there, and n2 is at work.
  const auto points = [&] {
    return std::stoi(slurm.shell("find plan.sweep/points -name '*.json' 2>/dev/null | wc -l"));
  };
  while (points() < 20) usleep(100'000);
  const int at_kill = points();
  CHECK(slurm.lab({"kill", "n2"}).exit_code == 0);
  CHECK(at_kill < 200);
  // Slurm notices after ten seconds, and holds what it starts again for two minutes; that hold is lifted.
  slurm.shell(
      "for i in $(seq 300); do "
      "squeue -h -o '%i %r' | awk '$2 == \"BeginTime\" {print $1}' | while read -r job; do "
      "scontrol update JobId=$job StartTime=now; done; "
      "[ -n \"$(squeue -h)\" ] || exit 0; sleep 1; done; squeue; exit 1");
  CHECK(std::filesystem::exists(slurm.work() / "plan.sqlite"));
  slurm.shell(ksmsim + "sweep s.yaml --store one -q --sqlite one.sqlite > table.txt");
  CHECK(read_file(slurm.work() / "plan.sqlite") == read_file(slurm.work() / "one.sqlite"));
}
