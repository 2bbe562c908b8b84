// However a sweep is split up and whatever is killed on the way: the same bytes.
#include <sys/wait.h>
#include <unistd.h>

#include <rapidcheck.h>

#include "catch.h"
#include "ksmsim/experiment/run.h"
#include "sweeps.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

constexpr const char* kSweep = R"(name: split
vms:
  - {name: a, count: 2, memory: 1MiB, contents: {model: linux-clone}}
  - {name: b, regions: [{pages: "20..60 0*5"}]}
stop: {batches: 8}
sample: batch
sweep: {axes: {ksm.pages_to_scan: 20..100:step=20, ksm.hash: [xxh64, jhash2, xxh32]}, where: ksm.pages_to_scan != 60}
)";

/// A process that dies by SIGKILL when it has run so many points.
void run_and_die(const std::string& folder, const SweepPlan& plan, Shard shard, std::size_t after) {
  const pid_t child = fork();
  if (child == 0) {
    SweepOptions options;
    options.shard = shard;
    options.progress = [after](const SweepProgress& progress) {
      if (progress.ran >= after) kill(getpid(), SIGKILL);
    };
    try {
      sweep_into(folder, plan, options);
    } catch (...) {
    }
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

}  // namespace

TEST_CASE("a sweep in 1, 2 or 7 shards, killed and started again, merges to the same bytes") {
  const TempDir whole;
  const SweepPlan plan = plan_of(kSweep);
  const std::string reference = (whole.path() / "whole").string();
  sweep_into(reference, plan);
  const std::string expected = merged_bytes({reference});
  CHECK(expected.size() > 10000);

  CHECK(rc::check([&] {
    const TempDir dir;
    const auto count = *rc::gen::element<std::size_t>(1, 2, 7);
    const bool one_store = *rc::gen::arbitrary<bool>();
    std::vector<std::string> folders;
    for (std::size_t number = 0; number < count; ++number) {
      const std::string folder = (dir.path() / (one_store ? "all" : std::to_string(number))).string();
      const auto kills = *rc::gen::inRange(0, 3);
      for (int i = 0; i < kills; ++i) {
        run_and_die(folder, plan, {number, count}, *rc::gen::inRange<std::size_t>(0, plan.size()));
      }
      SweepOptions options;
      options.shard = {number, count};
      options.jobs = *rc::gen::inRange<std::size_t>(1, 4);
      sweep_into(folder, plan, options);
      if (!one_store || number == 0) folders.push_back(folder);
    }
    RC_ASSERT(merged_bytes(folders) == expected);
  }));
}
