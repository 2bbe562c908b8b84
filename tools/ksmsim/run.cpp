// ksmsim run: a scenario, or all points of its sweep, to tables and files.
#include <CLI/CLI.hpp>

#include "result_verb.h"

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

class Run final : public ResultVerb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = declare_verb(program, "run", "Simulate a scenario and report the result");
    files().declare_documents(*verb);
    verb->footer(kFooter);
    return verb;
  }

 private:
  void check(const SweepPoint& point, TraceStore& traces) const override { check_runnable(point.scenario, traces); }
  RunResult play(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                 Session&) const override {
    return run_points(scenario, points, options);
  }
};

}  // namespace

std::unique_ptr<Verb> make_run() { return std::make_unique<Run>(); }

}  // namespace ksmsim
