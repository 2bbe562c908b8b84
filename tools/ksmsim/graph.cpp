// ksmsim graph: who shares with whom at the end of a run, and which VMs to put on one host.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ksmsim/config/quantity.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/graph_report.h"
#include "ksmsim/report/read_result.h"
#include "ksmsim/report/report.h"
#include "outputs.h"
#include "progress_bar.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(FILE is a result (ksmsim run --json), or a scenario, of which the point asked
for is run. An edge between two VMs is what both hold: frames that they need
less on one host than on two. Up to 12 VMs all splits are looked at; beyond, a
local search finds one that is never worse than first fit.

Examples:
  ksmsim graph result.json
  ksmsim graph scenarios/fleet.yaml --point 1 --hosts 2
  ksmsim graph result.json --hosts 4 --capacity 6GiB --any-number
  ksmsim graph result.json --point ksm.hash=xxh64 --dot - | neato -Tsvg)";

/// A scenario by its name or, failing that, by its first character: results are JSON objects.
bool is_result(const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".yaml" || extension == ".yml") return false;
  if (extension == ".json") return true;
  std::ifstream in(file);
  char first = 0;
  return in >> first && first == '{';
}

using Settings = std::vector<std::pair<std::string, std::string>>;

/// "KEY=VALUE"; of KEY its last part is enough.
bool has_setting(const Settings& settings, const std::string& wanted) {
  const std::size_t equals = wanted.find('=');
  const std::string key = wanted.substr(0, equals), value = wanted.substr(equals + 1);
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
    const std::string& name = setting.first;
    const bool named = name == key || (name.size() > key.size() && name.ends_with("." + key));
    return named && setting.second == value;
  });
}

std::string label_of(const Settings& settings) {
  std::string label;
  for (const auto& [key, value] : settings) label.append(label.empty() ? "" : " ").append(key).append("=").append(value);
  return label;
}

class Graph final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override;
  int run(Session& session) override;

 private:
  void read_options(const Session& session);
  std::size_t choose(const std::vector<Settings>& points) const;
  PointResult point_of_result() const;
  PointResult point_of_scenario(const InterruptWatch& watch, const Session& session) const;
  void open(Outputs& outputs, const Session& session);

  std::string file_, capacity_, dot_, graphml_, json_, markdown_;
  std::vector<std::string> wanted_, settings_;
  PlacementOptions placement_;
  bool any_number_ = false;
  SharingGraph graph_;
  PlacementStudy study_;
};

CLI::App* Graph::declare(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("graph", "Who shares with whom, and where to put whom");
  verb->add_option("FILE", file_, "A result, or a scenario to run")->type_name("")->required();
  verb->add_option("--point", wanted_, "Of several points: N, from 0, or KEY=VALUE")
      ->type_name("POINT")
      ->allow_extra_args(false);
  verb->add_option("-s,--set", settings_, "In place of what the scenario says")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  verb->add_option("--hosts", placement_.hosts, "Hosts to split the VMs over; 2")->type_name("H");
  verb->add_option("--capacity", capacity_, "A host's memory for VMs; the scenario's")->type_name("SIZE");
  verb->add_flag("--any-number", any_number_, "Hosts need not have equally many VMs");
  verb->add_option("--dot", dot_, "The graph for Graphviz")->type_name("F");
  verb->add_option("--graphml", graphml_, "The graph for yEd, Gephi, NetworkX")->type_name("F");
  verb->add_option("--json", json_, "All of it as JSON")->type_name("F");
  verb->add_option("--markdown", markdown_, "The tables as Markdown")->type_name("F");
  verb->footer(kFooter);
  return verb;
}

int Graph::run(Session& session) {
  read_options(session);
  InterruptWatch watch;
  Outputs outputs(file_);
  try {
    RunResult result;
    if (is_result(file_)) {
      result.points.push_back(point_of_result());
      open(outputs, session);
    } else {
      open(outputs, session);
      result.points.push_back(point_of_scenario(watch, session));
    }
    if (!session.seed) placement_.seed = result.points.front().scenario.seed;
    graph_ = sharing_graph(result.points.front());
    study_ = study_placement(result.points.front(), placement_);
    outputs.write(result, watch);
  } catch (const Interrupted&) {
    watch.check();
    throw;
  }
  return kExitFine;
}

void Graph::read_options(const Session& session) {
  placement_.balanced = !any_number_;
  if (placement_.hosts == 0) throw UsageError("graph: --hosts: expected 1 or more");
  if (!capacity_.empty()) {
    const Parsed<Bytes> size = parse_size(capacity_);
    if (!size.value) throw UsageError("graph: --capacity: " + size.error);
    placement_.capacity = size.value;
  }
  if (!session.seed) return;
  const Parsed<std::uint64_t> seed = parse_integer(*session.seed);
  if (!seed.value) throw UsageError("--seed: " + seed.error);
  placement_.seed = *seed.value;
}

std::size_t Graph::choose(const std::vector<Settings>& points) const {
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool fits = std::all_of(wanted_.begin(), wanted_.end(), [&](const std::string& wanted) {
      return wanted.find('=') == std::string::npos ? parse_integer(wanted).value == i : has_setting(points[i], wanted);
    });
    if (fits) fitting.push_back(i);
  }
  if (fitting.size() == 1) return fitting.front();
  std::string text = fitting.empty() ? "graph: no point is as --point says; there are" : "graph: --point: which of";
  const std::size_t shown = std::min<std::size_t>(points.size(), 5);
  for (std::size_t i = 0; i < shown; ++i) text += fmt::format("{} {} ({})", i == 0 ? "" : ",", i, label_of(points[i]));
  if (points.size() > shown) text += fmt::format(" and {} more", points.size() - shown);
  throw UsageError(text + (fitting.empty() ? "" : "?"));
}

PointResult Graph::point_of_result() const {
  if (!settings_.empty()) throw UsageError("graph: -s is for scenarios; " + file_ + " is a result");
  std::ifstream in(file_);
  if (!in) throw UsageError("cannot read " + file_);
  RunResult result = read_json(in, file_, {.samples = false});
  if (result.points.empty()) throw UsageError(file_ + ": the result has no points");
  std::vector<Settings> points;
  for (const PointResult& point : result.points) points.push_back(point.settings);
  return std::move(result.points[choose(points)]);
}

PointResult Graph::point_of_scenario(const InterruptWatch& watch, const Session& session) const {
  std::vector<SweepPoint> points = load_points(file_, overrides_of(settings_, session));
  std::vector<Settings> settings;
  for (const SweepPoint& point : points) settings.push_back(point.settings);
  const SweepPoint& point = points[choose(settings)];
  check_runnable(point.scenario);
  ProgressBar bar(session.progress, {label_of(point.settings)});
  RunOptions options;
  options.stop = watch.token();
  options.progress = [&bar](const Progress& progress) { bar.update(progress); };
  return run_point(point, options);
}

void Graph::open(Outputs& outputs, const Session& session) {
  outputs.add(dot_, [this](const RunResult&, std::ostream& out) { write_dot(graph_, out); });
  outputs.add(graphml_, [this](const RunResult&, std::ostream& out) { write_graphml(graph_, out); });
  outputs.add(json_, [this](const RunResult&, std::ostream& out) {
    out << tree_to_json(graph_tree(graph_, study_)) << '\n';
  });
  outputs.add(markdown_, [this](const RunResult&, std::ostream& out) {
    write_markdown(graph_document(graph_, study_), out);
  });
  if (outputs.has_standard_output()) return;
  const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
  outputs.add("-", [this, style](const RunResult&, std::ostream& out) {
    write_text(graph_document(graph_, study_), out, style);
  });
}

}  // namespace

std::unique_ptr<Verb> make_graph() { return std::make_unique<Graph>(); }

}  // namespace ksmsim
