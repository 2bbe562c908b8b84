// ksmsim calibrate: a cost profile of this machine, or of the one that recordings are from.
#include <fmt/format.h>
#include <sys/utsname.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "cost_table.h"
#include "interrupt.h"
#include "ksmsim/hash/page_hash.h"
#include "ksmsim/live/cost_history.h"
#include "output.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Measures all hashes over pages hot in cache and cold from memory, what it takes
to find two pages equal, and what searches by checksum take. As root, and with
KSM in the kernel, it plays small scenarios on this machine (see ksmsim live)
for two minutes or so, and then fits the terms of a visit to the CPU time that
ksmd itself took for each batch. What splitting a huge page takes is told by
batches of one more scenario, where the machine has huge pages. All scenarios
are played three times, in turns; how far the rounds differ is told.
Without, those terms are the ones of the built-in profile amd-epyc, as it says.
Leave the machine alone meanwhile: what else runs is measured too.

The profile goes to stdout or FILE, and host.cpu takes it in a scenario. Its
source tells the CPU, the kernel, the date, and how well it fits. What it gives
for its own scenarios it repeats; ksmsim validate --cost tests it with others.
--validate plays those others in the same rounds, and prints that table: on a
machine whose memory is faster in one minute than in the next, as a VM's often
is, both sides then saw the same minutes. They have no part in the fit. Exit
status as of validate: 0 within tolerance, 3 something is beyond it.

With --recording nothing is measured here. The terms are fitted to recordings
that have ksmd's CPU time, with the hashes of the built-in profile --base. Each
is SCENARIO,CSV and what else is set, as in guests.yaml,run.csv,ksm.smart_scan=1

Examples:
  ksmsim calibrate -o here.yaml
  ksmsim run scenario.yaml -s host.cpu=here.yaml
  ksmsim validate --cost -s host.cpu=here.yaml
  ksmsim calibrate --validate -o here.yaml
  ksmsim calibrate --recording guests.yaml,run.csv -o there.yaml)";

std::string machine() {
  utsname name{};
  uname(&name);
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  return fmt::format("{}, Linux {}, {:04}-{:02}-{:02}", cpu_model(), static_cast<const char*>(name.release),
                     utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday);
}

/// All hashes that this machine can compute.
std::vector<std::string> hashes_here() {
  std::vector<std::string> names;
  for (const std::string& name : page_hash_names()) {
    try {
      make_page_hash(name);
      names.push_back(name);
    } catch (const UsageError&) {  // not on this CPU
    }
  }
  return names;
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return out + "\"";
}

std::string profile_text(const CostProfile& profile) {
  std::string text = "# ksmsim calibrate; host.cpu takes this file.\n";
  text += "name: " + quoted(profile.name) + "\nsource: " + quoted(profile.source) + "\n";
  text += fmt::format("scale: {}\nmiss: {:.3f}ns\n", profile.scale, profile.miss_ns);
  for (const VisitTerm& term : kVisitTerms) {
    if (profile.rest.*term.ns != 0) text += fmt::format("{}: {:.3f}ns\n", term.key, profile.rest.*term.ns);
  }
  text += "hot:\n";
  for (const auto& [hash, ns] : profile.hot_ns) text += fmt::format("  {}: {:.3f}ns\n", hash, ns);
  return text;
}

/// How far the fitted profile is from what it was fitted to.
std::string spread(const CostProfile& profile, const std::string& hash, const std::vector<std::vector<CostRow>>& runs) {
  std::vector<double> off;
  double pages = 0;
  for (const auto& run : runs) {
    for (const CostRow& pass : by_pass(run)) {
      off.push_back(std::abs(modelled_ns(profile, hash, pass) / pass.real_ns - 1) * 100);
      pages += pass.amounts[0];
    }
  }
  std::sort(off.begin(), off.end());
  if (off.empty()) return "";
  return fmt::format(
      "{} runs, {} full scans, {:.0f} visits; full scan by full scan half are within {:.1f} % and all within {:.1f} %",
      runs.size(), off.size(), pages, off[off.size() / 2], off.back());
}

class Calibrate final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("calibrate", "Measure this machine's CPU into a cost profile");
    CLI::Option* output =
        verb->add_option("-o,--output", output_, "Where the profile goes; - is stdout")->type_name("FILE");
    CLI::Option* recording = verb->add_option("--recording", recordings_, "Fit to a recording, not to this machine")
                                 ->type_name("SCENARIO,CSV[,KEY=VALUE]")
                                 ->allow_extra_args(false);
    verb->add_option("--rounds", rounds_, "Times each scenario is played; their median counts (3)")
        ->check(CLI::Range(1, 99).description(""))
        ->type_name("N")
        ->excludes(recording);
    verb->add_flag("--validate", validate_, "Set it beside other scenarios, played in the same rounds")
        ->needs(output)
        ->excludes(recording);
    verb->add_option("--base", base_, "Whose hashes and comparisons those had")->type_name("CPU")->needs(recording);
    verb->add_option("--name", name_, "What the profile is called")->type_name("NAME");
    verb->add_flag("--force", live_.force, "Although other processes use KSM");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    if (validate_ && output_ == "-") throw UsageError("--validate: expected -o FILE, as the table goes to stdout");
    Output out(output_);
    live_.wait = false;
    live_.notice = [&session](const std::string& text) { session.console.notice(text); };
    InterruptWatch watch;
    RunOptions options;
    options.stop = watch.token();
    CostProfile profile;
    try {
      profile = recordings_.empty() ? of_this_machine(options, session) : of_recordings(options, session);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    }
    watch.check();
    if (!name_.empty()) profile.name = name_;
    out.stream() << profile_text(profile);
    out.commit();
    return tables_.empty() ? kExitFine : show_tables();
  }

 private:
  CostProfile of_this_machine(const RunOptions& options, Session& session) {
    CostProfile profile = measure_host_profile(hashes_here());
    profile.name = "calibrated";
    const std::string why = why_not_live();
    if (!why.empty() && validate_) throw UsageError("--validate: " + why);
    if (!why.empty()) {
      session.console.notice("only hashes and comparisons are measured: " + why);
      profile.source = machine() + ": " + profile.source;
      return profile;
    }
    return with_live_terms(profile, options, session);
  }

  CostProfile with_live_terms(const CostProfile& base, const RunOptions& options, Session& session) {
    const std::vector<SweepPoint> fitted_to = calibration_points();
    const std::string hash = hash_of(fitted_to.front().scenario);
    const std::optional<SweepPoint> split = split_calibration_point();
    std::vector<SweepPoint> others;
    if (validate_) others = cost_validation_points();
    std::vector<SweepPoint> points = fitted_to;
    if (split) points.push_back(*split);
    points.insert(points.end(), others.begin(), others.end());
    const std::vector<CostRounds> played = in_turns(points, options, session);
    std::vector<std::vector<CostRow>> runs;
    for (std::size_t i = 0; i < fitted_to.size(); ++i) runs.push_back(median_times(played[i]));
    std::vector<CostRow> splitting;
    if (split) splitting = median_times(played[fitted_to.size()]);
    const std::string source = machine() +
                               ": hashes and comparisons measured in user space; miss time and the rest of a visit "
                               "fitted to ksmd's own CPU time in live scenarios (medians of " +
                               rounds_text(played) + "; ";
    CostProfile profile = fitted(base, hash, runs, source, session);
    if (const auto ns = split_ns(profile, hash, splitting)) {
      profile.rest.split = *ns;
    } else {
      session.console.notice("what a split takes is not measured: huge pages are off here");
    }
    const std::size_t first = played.size() - others.size();
    for (std::size_t i = 0; i < others.size(); ++i) {
      tables_.push_back(live_cost_table(others[i].scenario.name, profile, hash_of(others[i].scenario),
                                        played[first + i], CostTolerance{}));
    }
    return profile;
  }

  int show_tables() const {
    for (const CostTable& table : tables_) print(table.text);
    const bool within = std::all_of(tables_.begin(), tables_.end(), [](const auto& table) { return table.within; });
    return within ? kExitFine : kExitDiffers;
  }

  /// All scenarios, round after round.
  std::vector<CostRounds> in_turns(const std::vector<SweepPoint>& points, const RunOptions& options,
                                   Session& session) const {
    std::vector<CostRounds> played(points.size());
    for (std::size_t round = 1; round <= rounds_; ++round) {
      std::size_t batches = 0;
      for (std::size_t i = 0; i < points.size(); ++i) {
        played[i].push_back(live_costs(points[i], options, live_));
        batches += played[i].back().size();
      }
      session.console.notice(
          fmt::format("round {} of {}: {} scenarios, {} batches", round, rounds_, points.size(), batches));
    }
    session.console.notice(rounds_text(played));
    return played;
  }

  CostProfile of_recordings(const RunOptions& options, Session& session) const {
    std::string hash;
    std::vector<std::vector<CostRow>> runs;
    for (const std::string& text : recordings_) {
      const std::vector<std::string> parts = CLI::detail::split(text, ',');
      if (parts.size() < 2) throw UsageError("--recording: expected SCENARIO,CSV, got '" + text + "'");
      const std::vector<std::string> settings(parts.begin() + 2, parts.end());
      runs.push_back(recorded_run(parts[0], overrides_of(settings, session), parts[1], options, hash));
    }
    CostProfile base = cost_profile(base_);
    base.name = "fitted";
    // What no recording has anything of is not known, whatever the base has.
    const VisitTimes known = std::exchange(base.rest, {});
    for (const VisitTerm& term : kVisitTerms) {
      if (term.timed_alone) base.rest.*term.ns = known.*term.ns;
    }
    return fitted(base, hash, runs,
                  "hashes and comparisons of " + base_ +
                      "; miss time and the rest of a visit fitted to ksmd's CPU time "
                      "in recordings (",
                  session);
  }

  static CostProfile fitted(const CostProfile& base, const std::string& hash,
                            const std::vector<std::vector<CostRow>>& runs, const std::string& source,
                            Session& session) {
    if (!base.checksum_ns(hash)) throw UsageError("the profile '" + base.name + "' has no figure for '" + hash + "'");
    CostProfile profile = fit_profile(base, hash, runs);
    const std::string how_well = spread(profile, hash, runs);
    profile.source = source + how_well + ")";
    profile.kind = "fitted";
    session.console.notice("fitted to " + how_well);
    return profile;
  }

  std::string output_ = "-", base_ = "amd-epyc", name_;
  std::vector<std::string> recordings_;
  std::size_t rounds_ = 3;
  bool validate_ = false;
  std::vector<CostTable> tables_;
  LiveOptions live_;
};

}  // namespace

std::unique_ptr<Verb> make_calibrate() { return std::make_unique<Calibrate>(); }

}  // namespace ksmsim
