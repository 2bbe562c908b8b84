// ksmsim check: are scenarios right, and what do they mean.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "ksmsim/experiment/run.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Prints each scenario as it is after defaults, as YAML that ksmsim reads.
All mistakes are printed as FILE:LINE:COLUMN: KEY: what is wrong; exit 2.

Examples:
  ksmsim check scenario.yaml
  ksmsim check *.yaml > /dev/null && echo all are right)";

class Check final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("check", "Check scenarios and print what they mean");
    verb->add_option("SCENARIO", files_, "YAML files")->type_name("")->required();
    verb->add_option("-s,--set", settings_, "In place of what the files say")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const Overrides overrides = overrides_of(settings_, session);
    int exit_code = kExitFine;
    for (const std::string& file : files_) {
      try {
        check_one(file, overrides, session);
      } catch (const ScenarioError& error) {
        session.console.problems(error.what());
        exit_code = kExitUsage;
      } catch (const UsageError& error) {
        session.console.error(error.what());
        exit_code = kExitUsage;
      }
    }
    return exit_code;
  }

 private:
  void check_one(const std::string& file, const Overrides& overrides, Session& session) const {
    const Scenario scenario = load_scenario(file, overrides);
    if (scenario.sweep.empty()) {
      check_runnable(scenario);
    } else {
      const auto points = load_points(file, overrides);
      TraceStore traces;
      for (const SweepPoint& point : points) check_runnable(point.scenario, traces);
      session.console.info(fmt::format("{}: a sweep of {} points", file, points.size()));
    }
    print((files_.size() > 1 ? "---\n# " + file + "\n" : "") + to_yaml(resolved_tree(scenario)));
  }

  std::vector<std::string> files_, settings_;
};

}  // namespace

std::unique_ptr<Verb> make_check() { return std::make_unique<Check>(); }

}  // namespace ksmsim
