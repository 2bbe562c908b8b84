// ksmsim run: a scenario, or all points of its sweep, to tables and files.
#include <CLI/CLI.hpp>

#include "ksmsim/report/html_report.h"
#include "provenance.h"
#include "result_verb.h"
#include "shell_word.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(F may be - for stdout; the table is then left out. A file gets its name only
when it is whole: after an error or Ctrl-C it is as it was.

Examples:
  ksmsim run scenario.yaml
  ksmsim run scenario.yaml -s ksm.pages_to_scan=400 -s stop.full_scans=3
  ksmsim run scenario.yaml --json result.json --csv samples.csv
  ksmsim run scenario.yaml --html report.html
  ksmsim run scenario.yaml --markdown - | mail -s results me

--color, --progress, --seed, -q and -v: see ksmsim --help.)";

class Run final : public ResultVerb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = declare_verb(program, "run", "Simulate a scenario and report the result");
    verb->add_option("--markdown", markdown_, "The table as Markdown")->type_name("F");
    verb->add_option("--html", html_, "A report with figures, in one file")->type_name("F");
    verb->footer(kFooter);
    return verb;
  }

 private:
  void check(const SweepPoint& point) const override { check_runnable(point.scenario); }
  RunResult play(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                 Session&) const override {
    return run_points(scenario, points, options);
  }
  void open_more(Outputs& outputs, const Session& session) const override {
    outputs.add(markdown_, [](const RunResult& result, std::ostream& out) { write_markdown(summarise(result), out); });
    const HtmlOptions options{command(session) + " --html " + shell_word(file_name(html_))};
    outputs.add(html_, [options, here = provenance_here()](const RunResult& result, std::ostream& out) {
      write_html(result, here, options, out);
    });
  }

  std::string markdown_, html_;
};

}  // namespace

std::unique_ptr<Verb> make_run() { return std::make_unique<Run>(); }

}  // namespace ksmsim
