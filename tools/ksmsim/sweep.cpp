// ksmsim sweep: all points of a sweep, each kept as soon as it is done, on all cores. Its own commands have one file
// each.
#include "sweep.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <thread>

#include "commands.h"
#include "interrupt.h"
#include "ksmsim/base/units.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/report.h"
#include "ksmsim/sweep/merge.h"
#include "ksmsim/sweep/run_sweep.h"
#include "merged_output.h"
#include "progress_bar.h"
#include "provenance.h"
#include "result_files.h"
#include "sweep_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Values of an axis: a list, v1,v2,v3, in which may be ranges: 100..1000:step=100,
100..1600:log2 (doubling), 0%..50%:linspace=6 (so many, evenly).

Each result goes to the store as soon as it is there, under a name that follows
from its scenario and inputs. So a sweep that was stopped or killed goes on where
it was, and a point that is there is not run again. A point that fails is kept
with its reason. The sweep's points that fail end it with exit status 4.

Examples:
  ksmsim sweep scenario.yaml -p ksm.pages_to_scan=100..1600:log2
  ksmsim sweep scenario.yaml -p ksm.hash=xxh64,jhash2 --repeat 5 -j 4
  ksmsim sweep scenario.yaml -p vms.a.memory=1GiB,2GiB -p vms.b.memory=2GiB,1GiB \
    --zip vms.a.memory,vms.b.memory
  ksmsim sweep plan scenario.yaml > plan.json     its points, fixed
  ksmsim sweep plan.json --shard 0/4              a quarter of them
  ksmsim sweep emit slurm plan.json --shards 40   a script for a cluster
  ksmsim sweep merge quickstart.sweep --sqlite results.sqlite)";

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::size_t cores() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return static_cast<std::size_t>(CPU_COUNT(&set));
  return std::max(1U, std::thread::hardware_concurrency());
}

std::string sweep_line(const SweepProgress& progress, double elapsed_seconds) {
  const std::size_t to_run = progress.points - progress.kept;
  const double done =
      to_run == 0 ? 1 : (static_cast<double>(progress.ran) + progress.in_flight) / static_cast<double>(to_run);
  std::string line = bar_text(std::min(done, 1.0), elapsed_seconds) +
                     fmt::format(", {}/{}", progress.kept + progress.ran, progress.points);
  if (progress.failed > 0) line += fmt::format(", {} failed", progress.failed);
  if (!progress.best.empty()) {
    line += fmt::format(", best {:.0f} MiB {}", static_cast<double>(progress.best_saved) / 256, progress.best);
  }
  return line.substr(0, 79);
}

class Sweep final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("sweep", "Run all points of a sweep, on all cores, into a store");
    input_.declare(*verb);
    verb->add_option("-j,--jobs", jobs_, "Points at a time; as many as cores")
        ->type_name("N")
        ->check(CLI::Range(1, 1024).description(""));
    verb->add_option("--store", store_, "Folder of the results; SCENARIO's name + .sweep")->type_name("DIR");
    verb->add_option("--shard", shard_, "Only this part of the points, or auto in a job")->type_name("I/N");
    verb->add_flag("--retry-failed", retry_failed_, "Run failed points again");
    files_.declare_data(*verb);
    files_.declare_documents(*verb);
    files_.declare_database(*verb);
    verb->footer(kFooter);
    commands_.declare(*verb, {make_sweep_plan, make_sweep_merge, make_sweep_emit});
    return verb;
  }

  int run(Session& session) override {
    if (commands_.any_given()) return commands_.run(session);
    const Shard shard = shard_.empty() ? Shard{} : parse_shard(shard_, environment);
    if (shard.count > 1 && files_.any()) {
      throw UsageError("a shard has only a part of the results; `ksmsim sweep merge` writes them all");
    }
    const SweepPlan plan = input_.plan(session);
    const std::string folder = store_.empty() ? input_.stem() + ".sweep" : store_;
    SweepStore store(folder);
    const auto claim = store.claim(plan, shard);
    InterruptWatch watch;
    Outputs outputs(input_.file());
    if (shard.count == 1) open_merged(outputs, files_, "ksmsim sweep" + input_.command(session), session);
    const SweepProgress done = play(plan, store, shard, watch, session);
    session.console.notice(fmt::format("{}: {} point{}, {} of them run now, {} failed", folder, done.points,
                                       done.points == 1 ? "" : "s", done.ran, done.failed));
    if (shard.count == 1) return write_merged({folder}, outputs, watch, session);
    return done.failed == 0 ? kExitFine : kExitFailedPoints;
  }

 private:
  SweepProgress play(const SweepPlan& plan, const SweepStore& store, Shard shard, const InterruptWatch& watch,
                     Session& session) const {
    ProgressBar bar(session.progress, {});
    SweepOptions options;
    options.jobs = jobs_ != 0 ? jobs_ : cores();
    options.shard = shard;
    options.retry_failed = retry_failed_;
    options.here = provenance_here();
    options.stop = watch.token();
    options.progress = [&bar](const SweepProgress& progress) {
      bar.update([&](double elapsed_seconds) { return sweep_line(progress, elapsed_seconds); });
    };
    try {
      return run_sweep(plan, store, options);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    }
  }

  SweepInput input_;
  ResultFiles files_;
  std::string store_, shard_;
  std::size_t jobs_ = 0;
  bool retry_failed_ = false;
  Commands commands_;
};

}  // namespace

std::unique_ptr<Verb> make_sweep() { return std::make_unique<Sweep>(); }

}  // namespace ksmsim
