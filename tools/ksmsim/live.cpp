// ksmsim live: a scenario on this machine's own kernel, batch by batch.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "ksmsim/live/live.h"
#include "ksmsim/report/report.h"
#include "outputs.h"
#include "progress_bar.h"
#include "provenance.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Plays the scenario on this machine's KSM: a process a VM, with the same memory,
and ksmd doing one batch at a time. Takes root and Linux 5.0 or later. ksmd,
the VMs and ksmsim share one CPU, at real-time priority, while it runs.

Afterwards all settings are as before and nothing is merged, also after Ctrl-C
or if ksmsim is killed. Refuses while other processes use KSM; with --force
their pages are unmerged and take part.

F may be - for stdout; the table is then left out.
Contents that change by themselves are not for a real kernel.

Examples:
  ksmsim live scenario.yaml
  ksmsim live scenario.yaml --csv live.csv
  ksmsim validate scenario.yaml             compare it with the simulation)";

/// The table says what was measured: not the checksums.
Document live_document(const RunResult& result) {
  Document document = summarise(result);
  std::erase_if(document, [](const Block& block) { return block.heading.rfind("Checksums", 0) == 0; });
  for (Block& block : document) {
    for (Fact& fact : block.facts) {
      if (fact.label == "simulated") fact.label = "played";
    }
  }
  return document;
}

class Live final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("live", "Play a scenario on this machine's kernel (root)");
    verb->add_option("SCENARIO", scenario_, "The YAML file")->type_name("")->required();
    verb->add_option("-s,--set", settings_, "In place of what the file says")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    verb->add_option("--json", json_, "Result as JSON")->type_name("F");
    verb->add_option("--csv", csv_, "Samples as CSV")->type_name("F");
    verb->add_flag("--force", live_.force, "Although other processes use KSM");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const Overrides overrides = overrides_of(settings_, session);
    RunResult result;
    result.scenario = load_scenario(scenario_, overrides);
    const std::vector<SweepPoint> points = result.scenario.sweep.empty()
                                               ? std::vector<SweepPoint>{{{}, result.scenario}}
                                               : load_points(scenario_, overrides);
    InterruptWatch watch;
    Outputs outputs(scenario_);
    open(outputs, session);
    try {
      for (const SweepPoint& point : points) result.points.push_back(play(point, watch, session));
      result.scenario.host = result.points.front().scenario.host;  // this machine, not the one to be simulated
      outputs.write(result, watch);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    }
    return kExitFine;
  }

 private:
  PointResult play(const SweepPoint& point, const InterruptWatch& watch, const Session& session) const {
    ProgressBar bar(session.progress, {point.scenario.name});
    RunOptions options;
    options.stop = watch.token();
    options.progress = [&bar](const Progress& progress) { bar.update(progress); };
    return run_live(point, options, live_);
  }

  void open(Outputs& outputs, const Session& session) const {
    outputs.add(json_, [here = provenance_here()](const RunResult& result, std::ostream& out) {
      write_json(result, here, out);
    });
    outputs.add(csv_, write_csv);
    if (outputs.has_standard_output()) return;
    const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
    outputs.add("-",
                [style](const RunResult& result, std::ostream& out) { write_text(live_document(result), out, style); });
  }

  std::string scenario_, json_, csv_;
  std::vector<std::string> settings_;
  LiveOptions live_;
};

}  // namespace

std::unique_ptr<Verb> make_live() { return std::make_unique<Live>(); }

}  // namespace ksmsim
