// ksmsim live: a scenario on this machine's own kernel, batch by batch.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "ksmsim/live/live.h"
#include "ksmsim/report/report.h"
#include "result_verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Plays the scenario on this machine's KSM: a process a VM, with the same memory,
and ksmd doing one batch at a time. Takes root and Linux 5.0 or later. ksmd,
the VMs and ksmsim share one CPU, at real-time priority, while it runs.

Afterwards all settings are as before and nothing is merged, also after Ctrl-C
or if ksmsim is killed: a second process, ksmsim-guardian, sees to it. If both
are killed, the next ksmsim live or validate restores the settings and says so.
Refuses while other processes use KSM; with --force
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

class Live final : public ResultVerb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = declare_verb(program, "live", "Play a scenario on this machine's kernel (root)");
    verb->add_flag("--force", live_.force, "Although other processes use KSM");
    verb->footer(kFooter);
    return verb;
  }

 private:
  RunResult play(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                 Session& session) const override {
    LiveOptions live = live_;
    live.notice = [&session](const std::string& text) { session.console.notice(text); };
    RunResult result = run_points(scenario, points, options, [&live](const SweepPoint& point, const RunOptions& o) {
      return run_live(point, o, live);
    });
    result.scenario.host = result.points.front().scenario.host;  // this machine, not the one to be simulated
    return result;
  }
  Document document(const RunResult& result) const override { return live_document(result); }

  LiveOptions live_;
};

}  // namespace

std::unique_ptr<Verb> make_live() { return std::make_unique<Live>(); }

}  // namespace ksmsim
