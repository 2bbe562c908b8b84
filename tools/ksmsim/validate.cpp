// ksmsim validate: the simulation against this machine's kernel, or against a recording, batch by batch.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "attach_option.h"
#include "cost_table.h"
#include "interrupt.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/experiment/scenario_profile.h"
#include "ksmsim/live/history.h"
#include "ksmsim/live/live.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Plays each scenario on this machine's kernel (see ksmsim live) and simulates it,
and compares all counters after every batch. The kernel that is simulated is the
known version nearest to this machine's, unless the scenario or -s names one.
With --against, the simulation is compared with the columns of a CSV file
instead, such as a recording of ksmsim live; that takes no root.
On this machine nothing is waited for, and what differs is played once more
before it counts. With --attach, see ksmsim live, it counts at once.

With --cost it is ksmd's CPU time that is compared, full scan by full scan: what
the scenario's host.cpu makes of it, and what this machine's ksmd really takes,
or took in the recording of --against, which then needs a column ksmd_cpu_us or
ksmd_cpu_ns. Without a SCENARIO two built-in ones of some 500,000 pages are
played. Leave the machine alone meanwhile: what each batch took is the median of
the rounds, and how far these differ is told.

Exit status: 0 all the same (--cost: within tolerance), 3 something differs.

Examples:
  ksmsim validate scenario.yaml
  ksmsim validate tests/data/cases/*.yaml
  ksmsim validate guests.yaml --attach 4711,4712
  ksmsim validate scenario.yaml -s host.kernel=6.1 --against linux-6.1.csv
  ksmsim validate --cost -s host.cpu=calibrated.yaml
  ksmsim validate --cost guests.yaml -s host.cpu=amd-epyc --against guests.csv)";

/// What a point is called: the scenario's name, and what a sweep sets.
std::string name_of(const SweepPoint& point) {
  std::string name = point.scenario.name;
  for (const auto& [key, value] : point.settings) name.append(" ").append(key).append("=").append(value);
  return name;
}

class Validate final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("validate", "Compare the simulation with a kernel, batch by batch");
    verb->add_option("SCENARIO", files_, "YAML files")->type_name("");
    verb->add_option("-s,--set", settings_, "In place of what the files say")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    verb->add_option("--against", recording_, "A recording in place of this machine's kernel")
        ->type_name("CSV")
        ->excludes(add_attach(*verb, live_));
    verb->add_flag("--force", live_.force, "Although other processes use KSM");
    CLI::Option* cost = verb->add_flag("--cost", cost_, "Compare ksmd's CPU time");
    verb->add_option("--tolerance", tolerance_.pass, "Of a full scan, in per cent (15)")->needs(cost);
    verb->add_option("--total-tolerance", tolerance_.total, "Of all together, in per cent (10)")->needs(cost);
    verb->add_option("--rounds", rounds_, "Times each scenario is played; their median counts (3)")
        ->check(CLI::Range(1, 99).description(""))
        ->type_name("N")
        ->needs(cost);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const Overrides overrides = overrides_of(settings_, session);
    if (files_.empty() && !cost_) throw UsageError("SCENARIO is required");
    std::vector<SweepPoint> points;
    if (files_.empty()) points = built_in(overrides);
    for (const std::string& file : files_) {
      for (SweepPoint& point : load_points(file, overrides)) points.push_back(std::move(point));
    }
    for (SweepPoint& point : points) prepare(point.scenario, overrides);
    if (!recording_.empty() && points.size() != 1) throw UsageError("--against is for one scenario, without a sweep");
    live_.wait = false;
    live_.notice = [&session](const std::string& text) { session.console.notice(text); };
    InterruptWatch watch;
    RunOptions options;
    options.stop = watch.token();
    try {
      for (const SweepPoint& point : points) cost_ ? validate_cost(point, options) : validate(point, options);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    }
    watch.check();
    if (cost_) return differing_ == 0 ? kExitFine : kExitDiffers;
    print(fmt::format("{} {}, {} rows compared, {} differ\n", points.size(),
                      points.size() == 1 ? "scenario" : "scenarios", rows_, differing_));
    return differing_ == 0 ? kExitFine : kExitDiffers;
  }

 private:
  void prepare(Scenario& scenario, const Overrides& overrides) const {
    scenario.sample.every = SampleSpec::Every::batch;
    const bool set =
        std::any_of(overrides.begin(), overrides.end(), [](const auto& o) { return o.first == "host.kernel"; });
    const bool left_out = scenario.host.kernel == kernel_versions().back().version;
    if (recording_.empty() && left_out && !set) scenario.host.kernel = kernel_here();
    check_runnable(scenario);
  }

  /// What is set of their host counts, as if they were files.
  static std::vector<SweepPoint> built_in(const Overrides& overrides) {
    if (const std::string why = why_not_live(); !why.empty()) throw UsageError(why);
    std::vector<SweepPoint> points = cost_validation_points();
    for (SweepPoint& point : points) {
      point.scenario = parse_scenario(to_yaml(resolved_tree(point.scenario)), point.scenario.name, overrides);
    }
    return points;
  }

  void validate_cost(const SweepPoint& point, const RunOptions& options) {
    const std::string hash = hash_of(point.scenario);
    const CostProfile profile = scenario_profile(point.scenario, hash);
    if (profile.rest == VisitTimes{}) {
      throw UsageError("host.cpu: the profile '" + profile.name +
                       "' knows checksums only; ksmsim calibrate makes one of "
                       "this machine");
    }
    const CostRounds rounds = real_costs(point, options);
    const CostTable table = recording_.empty() ? live_cost_table(name_of(point), profile, hash, rounds, tolerance_)
                                               : cost_table(name_of(point), profile, hash, rounds.front(), tolerance_);
    print(table.text);
    differing_ += !table.within;
  }

  CostRounds real_costs(const SweepPoint& point, const RunOptions& options) const {
    if (!recording_.empty()) return {recorded_costs(point, options, read_text(recording_), recording_)};
    CostRounds rounds;
    do {
      rounds.push_back(live_costs(point, options, live_));
    } while (live_.attach.empty() && rounds.size() < rounds_);  // a process played once is not what it was
    return rounds;
  }

  /// The kernel's side.
  History real(const SweepPoint& point, const RunOptions& options) const {
    if (!recording_.empty()) return parse_history(read_text(recording_), recording_);
    LiveOptions live = live_;
    live.schedule_kernel = point.scenario.host.kernel;
    return history_of(run_live(point, options, live).samples, columns_missing_here());
  }

  /// On a busy machine another program's pages may pass through the LRU batch of the CPU: what differs gets a second
  /// try. Not with attached processes: ksmd may have split huge pages of theirs.
  void validate(const SweepPoint& point, const RunOptions& options) {
    const History ours = history_of(run_point(point, options).samples);
    History theirs = real(point, options);
    Comparison c = compare(theirs, ours);
    const bool again = !c.same() && recording_.empty() && live_.attach.empty();
    if (again) c = compare(theirs = real(point, options), ours);
    rows_ += c.rows;
    const std::string line = fmt::format("{}: {} rows compared, ", name_of(point), c.rows);
    if (c.same()) return print(line + (again ? "same (at the second try)\n" : "same\n"));
    ++differing_;
    const std::string where = c.first->column.empty() ? "one ends before " : c.first->column + " in ";
    print(line + fmt::format("{} differ, first {}row {}\n", c.rows_differing, where, c.first->row + 1) +
          difference_text(theirs, recording_.empty() ? "live" : "recorded", ours, "simulated", c));
  }

  std::vector<std::string> files_, settings_;
  std::string recording_;
  bool cost_ = false;
  CostTolerance tolerance_;
  LiveOptions live_;
  std::size_t rounds_ = 3, rows_ = 0, differing_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_validate() { return std::make_unique<Validate>(); }

}  // namespace ksmsim
