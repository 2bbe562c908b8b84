// ksmsim sweep emit: a script that runs a sweep as a job of many processes.
#include <CLI/CLI.hpp>
#include <cstdlib>

#include "ksmsim/sweep/emit.h"
#include "sweep.h"
#include "sweep_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(KIND is slurm, kubernetes or parallel (GNU parallel). The script goes to stdout:

  ksmsim sweep plan scenario.yaml -o plan.json
  ksmsim sweep emit slurm plan.json --shards 40 > job.sh && sh job.sh

It runs the shards, then the merge into one SQLite file. Plan and store must be
where all nodes see them; a shard that is started again goes on where it was.)";

class SweepEmit final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("emit", "Print a script for Slurm, Kubernetes or GNU parallel");
    verb->add_option("KIND", kind_, "slurm, kubernetes or parallel")->type_name("")->required();
    input_.declare_file(*verb);
    verb->add_option("--shards", job_.shards, "How many processes")
        ->type_name("N")
        ->check(CLI::Range(1, 1000000).description(""));
    verb->add_option("--store", job_.store, "Folder of the results; SCENARIO's name + .sweep")->type_name("DIR");
    verb->add_option("--sqlite", job_.result, "Merged result; SCENARIO's name + .sqlite")->type_name("F");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const SweepPlan plan = input_.plan(session);
    job_.name = plan.points().scenario().name;
    job_.plan = input_.file();
    if (job_.store.empty()) job_.store = input_.stem() + ".sweep";
    if (job_.result.empty()) job_.result = input_.stem() + ".sqlite";
    job_.hash_path = hash_path(session);
    print(emit_job(kind_, job_));
    return kExitFine;
  }

 private:
  /// Where the processes find the plug-ins that this one was given.
  static std::string hash_path(const Session& session) {
    const char* const given = std::getenv("KSMSIM_HASH_PATH");
    std::string path = given == nullptr ? "" : given;
    for (const std::string& file : session.plugins) path += (path.empty() ? "" : ":") + file;
    return path;
  }

  SweepInput input_;
  std::string kind_;
  Job job_;
};

}  // namespace

std::unique_ptr<Verb> make_sweep_emit() { return std::make_unique<SweepEmit>(); }

}  // namespace ksmsim
