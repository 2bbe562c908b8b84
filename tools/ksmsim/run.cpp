// ksmsim run: a scenario, or all points of its sweep, to tables and files.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "interrupt.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/report.h"
#include "outputs.h"
#include "progress_bar.h"
#include "provenance.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(F may be - for stdout; the table is then left out. A file gets its name only
when it is whole: after an error or Ctrl-C it is as it was.

Examples:
  ksmsim run scenario.yaml
  ksmsim run scenario.yaml -s ksm.pages_to_scan=400 -s stop.full_scans=3
  ksmsim run scenario.yaml --json result.json --csv samples.csv
  ksmsim run scenario.yaml --markdown - | mail -s results me

--color, --progress, --seed, -q and -v: see ksmsim --help.)";

std::string label_of(const SweepPoint& point) {
  std::string label;
  for (const auto& [key, value] : point.settings) {
    if (!label.empty()) label += ' ';
    label.append(key.substr(key.rfind('.') + 1)).append(1, '=').append(value);
  }
  return label;
}

class Run final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("run", "Simulate a scenario and report the result");
    verb->add_option("SCENARIO", scenario_, "The YAML file")->type_name("")->required();
    verb->add_option("-s,--set", settings_, "In place of what the file says")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    verb->add_option("--json", json_, "Result as JSON")->type_name("F");
    verb->add_option("--csv", csv_, "Samples as CSV")->type_name("F");
    verb->add_option("--markdown", markdown_, "The table as Markdown")->type_name("F");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const Overrides overrides = overrides_of(settings_, session);
    const Scenario scenario = load_scenario(scenario_, overrides);
    // Without a sweep the file is read once, so that it may be a pipe.
    const std::vector<SweepPoint> points =
        scenario.sweep.empty() ? std::vector<SweepPoint>{{{}, scenario}} : load_points(scenario_, overrides);
    for (const SweepPoint& point : points) check_runnable(point.scenario);
    session.console.info(fmt::format("{}: {} to run", scenario_, points.size()));

    InterruptWatch watch;
    Outputs outputs(scenario_);
    open(outputs, session);
    try {
      const RunResult result = simulate(scenario, points, watch, session);
      outputs.write(result, watch);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    }
    return kExitFine;
  }

 private:
  void open(Outputs& outputs, const Session& session) const {
    outputs.add(json_, [here = provenance_here()](const RunResult& result, std::ostream& out) {
      write_json(result, here, out);
    });
    outputs.add(csv_, write_csv);
    outputs.add(markdown_, [](const RunResult& result, std::ostream& out) { write_markdown(summarise(result), out); });
    if (outputs.has_standard_output()) return;
    const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
    outputs.add("-",
                [style](const RunResult& result, std::ostream& out) { write_text(summarise(result), out, style); });
  }

  static RunResult simulate(const Scenario& scenario, const std::vector<SweepPoint>& points,
                            const InterruptWatch& watch, const Session& session) {
    std::vector<std::string> labels;
    for (const SweepPoint& point : points) labels.push_back(label_of(point));
    ProgressBar bar(session.progress, std::move(labels));
    RunOptions options;
    options.stop = watch.token();
    options.progress = [&bar](const Progress& progress) { bar.update(progress); };
    return run_points(scenario, points, options);
  }

  std::string scenario_, json_, csv_, markdown_;
  std::vector<std::string> settings_;
};

}  // namespace

std::unique_ptr<Verb> make_run() { return std::make_unique<Run>(); }

}  // namespace ksmsim
