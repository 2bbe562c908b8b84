// ksmsim compare: results or sweeps side by side, and conditions on them for CI.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "ksmsim/report/compare_report.h"
#include "ksmsim/report/read_result.h"
#include "ksmsim/report/report.h"
#include "ksmsim/sweep/merge.h"
#include "outputs.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(RESULT is a file of ksmsim run --json or a store of ksmsim sweep. Of several, points
are matched by what their sweeps set; of one, its own points are compared. Points
that differ in their seed only are repeats: means are compared, with Welch's t test.

A condition is FIGURE < NUMBER (also <= > >= == !=). The number is in the figure's
unit or a quantity such as 1.5us; with a sign and % it is the change against the
baseline, in which all others are looked at. If one fails: exit status 3.

Examples:
  ksmsim compare before.json after.json
  ksmsim compare quickstart.sweep --figure ksmd.cpu_percent --figure saved_pages
  ksmsim compare all.json --baseline jhash2 --threshold 'checksum.mean_ns < 1500'
  ksmsim compare before.json after.json --fail-if 'ksmd.cpu_seconds > +5%')";

class Compare final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override;
  int run(Session& session) override;

 private:
  void read_options();
  void open(Outputs& outputs, const Session& session);
  int verdict(Session& session) const;

  std::vector<std::string> files_, figures_, thresholds_, forbidden_;
  std::string baseline_, json_, csv_, markdown_;
  std::vector<std::pair<Threshold, bool>> conditions_;  ///< and whether it must not hold
  CompareReport report_;
};

CLI::App* Compare::declare(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("compare", "Results side by side: what differs, what came out");
  verb->add_option("RESULT", files_, "Results, or stores of sweeps")->type_name("")->required();
  verb->add_option("--baseline", baseline_, "What to compare with: a name or a part of one; the first")
      ->type_name("NAME");
  const auto list = [verb](const char* name, std::vector<std::string>& values, const char* help, const char* type) {
    verb->add_option(name, values, help)->type_name(type)->allow_extra_args(false);
  };
  list("--figure", figures_, "Show and rank this one only; may be repeated", "FIGURE");
  list("--threshold", thresholds_, "Fail (3) where this does not hold", "COND");
  list("--fail-if", forbidden_, "Fail (3) where this holds", "COND");
  verb->add_option("--json", json_, "All of it as JSON")->type_name("F");
  verb->add_option("--csv", csv_, "A row for each figure and alternative")->type_name("F");
  verb->add_option("--markdown", markdown_, "The tables as Markdown")->type_name("F");
  verb->footer(kFooter);
  return verb;
}

RunResult read_result(const std::string& file) {
  if (std::filesystem::is_directory(file)) {
    Merged merged = merge_stores({file});
    if (!merged.complete()) throw UsageError(file + ": the sweep is not complete; ksmsim sweep goes on with it");
    return std::move(merged.result);
  }
  std::ifstream in(file);
  if (!in) throw UsageError("cannot read " + file);
  return read_json(in, file);
}

/// Files by their stems; by as much of their paths as tells them apart where those are the same.
std::vector<std::string> names_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const std::string& file : files) {
    const std::filesystem::path path = std::filesystem::path(file + "/.").parent_path();
    names.push_back(path.stem().string());
  }
  const std::vector<std::string> stems = names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (std::count(stems.begin(), stems.end(), stems[i]) > 1) names[i] = files[i];
  }
  return names;
}

int Compare::run(Session& session) {
  read_options();
  InterruptWatch watch;
  Outputs outputs(files_);
  open(outputs, session);
  std::vector<NamedResult> results;
  const std::vector<std::string> names = names_of(files_);
  for (std::size_t i = 0; i < files_.size(); ++i) {
    results.push_back({names[i], read_result(files_[i])});
    watch.check();
  }
  report_.comparison = compare_results(results, baseline_);
  for (const auto& [threshold, forbidden] : conditions_) {
    report_.checks.push_back(check_threshold(report_.comparison, threshold, forbidden));
  }
  outputs.write({}, watch);
  return verdict(session);
}

void Compare::read_options() {
  for (const std::string& name : figures_) report_.only.push_back(&find_figure(name));
  for (const std::string& text : thresholds_) conditions_.emplace_back(Threshold(text), false);
  for (const std::string& text : forbidden_) conditions_.emplace_back(Threshold(text), true);
}

void Compare::open(Outputs& outputs, const Session& session) {
  outputs.add(json_,
              [this](const RunResult&, std::ostream& out) { out << tree_to_json(compare_tree(report_)) << '\n'; });
  outputs.add(csv_, [this](const RunResult&, std::ostream& out) { write_compare_csv(report_, out); });
  outputs.add(markdown_,
              [this](const RunResult&, std::ostream& out) { write_markdown(compare_document(report_), out); });
  if (outputs.has_standard_output()) return;
  const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
  outputs.add(
      "-", [this, style](const RunResult&, std::ostream& out) { write_text(compare_document(report_), out, style); });
}

int Compare::verdict(Session& session) const {
  int code = kExitFine;
  for (const CheckedThreshold& check : report_.checks) {
    for (const std::string& place : check.where) {
      session.console.error((check.forbidden ? "--fail-if '" : "--threshold '") + check.condition + "': " + place);
      code = kExitDiffers;
    }
  }
  return code;
}

}  // namespace

std::unique_ptr<Verb> make_compare() { return std::make_unique<Compare>(); }

}  // namespace ksmsim
