// ksmsim sweep plan: the points of a sweep, fixed.
#include <CLI/CLI.hpp>

#include "output.h"
#include "sweep.h"
#include "sweep_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(The plan is JSON: the scenario's text, and a line a point with what it sets and
the name that its result will have. `ksmsim sweep PLAN` runs it; what is edited
in the scenario later changes nothing. Files that the scenario names, traces and
profiles, have to be where they are and as they are.)";

class SweepPlanVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("plan", "Write down the points of a sweep");
    input_.declare(*verb);
    verb->add_option("-o,--output", output_, "Where to; stdout")->type_name("F");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const SweepPlan plan = input_.plan(session);
    Output output(output_);
    output.stream() << plan.text();
    output.commit();
    session.console.notice(std::to_string(plan.size()) + (plan.size() == 1 ? " point" : " points"));
    return kExitFine;
  }

 private:
  SweepInput input_;
  std::string output_ = "-";
};

}  // namespace

std::unique_ptr<Verb> make_sweep_plan() { return std::make_unique<SweepPlanVerb>(); }

}  // namespace ksmsim
