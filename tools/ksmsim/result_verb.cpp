#include "result_verb.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>

#include "ksmsim/base/shell_word.h"
#include "ksmsim/experiment/settings_label.h"
#include "ksmsim/report/report.h"
#include "progress_bar.h"

namespace ksmsim {

CLI::App* ResultVerb::declare_verb(CLI::App& program, const char* name, const char* description) {
  name_ = name;
  CLI::App* verb = program.add_subcommand(name, description);
  verb->add_option("SCENARIO", scenario_, "The YAML file")->type_name("")->required();
  verb->add_option("-s,--set", settings_, "In place of what the file says")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  files_.declare_data(*verb);
  return verb;
}

std::string ResultVerb::command(const Session& session) const {
  std::string line = "ksmsim " + name_ + " " + shell_word(file_name(scenario_));
  for (const std::string& setting : settings_) line += " -s " + shell_word(setting);
  for (const std::string& plugin : session.plugins) line += " --plugin " + shell_word(plugin);
  if (session.seed) line += " --seed " + shell_word(*session.seed);
  return line;
}

int ResultVerb::run(Session& session) {
  const Overrides overrides = overrides_of(settings_, session);
  const Scenario scenario = load_scenario(scenario_, overrides);
  const std::vector<SweepPoint> points = points_of(scenario, overrides);
  for (const SweepPoint& point : points) check(point, *traces_);
  session.console.info(fmt::format("{}: {} to run", scenario_, points.size()));

  InterruptWatch watch;
  Outputs outputs(scenario_);
  open(outputs, session);
  try {
    outputs.write(play_watched(scenario, points, watch, session), watch);
  } catch (const Interrupted&) {
    watch.check();
    throw;
  }
  return kExitFine;
}

/// Without a sweep the file is read once, so that it may be a pipe.
std::vector<SweepPoint> ResultVerb::points_of(const Scenario& scenario, const Overrides& overrides) const {
  return scenario.sweep.empty() ? std::vector<SweepPoint>{{{}, scenario}} : load_points(scenario_, overrides);
}

RunResult ResultVerb::play_watched(const Scenario& scenario, const std::vector<SweepPoint>& points,
                                   const InterruptWatch& watch, Session& session) const {
  std::vector<std::string> labels;
  for (const SweepPoint& point : points) labels.push_back(point.settings.empty() ? "" : settings_label(point.settings));
  ProgressBar bar(session.progress, std::move(labels));
  RunOptions options;
  options.stop = watch.token();
  options.traces = traces_;
  options.progress = [&bar](const Progress& progress) { bar.update(progress); };
  return play(scenario, points, options, session);
}

void ResultVerb::open(Outputs& outputs, const Session& session) const {
  files_.open(outputs, command(session));
  if (outputs.has_standard_output()) return;
  const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
  outputs.add("-",
              [this, style](const RunResult& result, std::ostream& out) { write_text(document(result), out, style); });
}

Document ResultVerb::document(const RunResult& result) const { return summarise(result); }

}  // namespace ksmsim
