#include "cost_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "ksmsim/dedup/kernel.h"

namespace ksmsim {
namespace {

constexpr double kQuiet = 15;  // per cent

struct Line {
  double real_ns = 0, modelled_ns = 0, visits = 0;
  double off() const { return real_ns > 0 ? 100 * (modelled_ns / real_ns - 1) : 0; }
};

std::string line_text(const std::string& what, const Line& line, bool within) {
  return fmt::format("  {:>9} {:>9.0f} {:>11.3f} {:>11.3f} {:>+8.1f} %{}\n", what, line.visits, line.real_ns / 1e6,
                     line.modelled_ns / 1e6, line.off(), within ? "" : "  beyond tolerance");
}

}  // namespace

std::string hash_of(const Scenario& scenario) {
  return scenario.ksm.hash.empty() ? kernel_traits(scenario.host.kernel).hash : scenario.ksm.hash;
}

std::string read_text(const std::string& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw Error("cannot read " + file);
  return text.str();
}

std::vector<CostRow> recorded_run(const std::string& scenario, const Overrides& overrides, const std::string& csv,
                                  const RunOptions& options, std::string& hash) {
  std::vector<SweepPoint> points = load_points(scenario, overrides);
  if (points.size() != 1) throw UsageError(scenario + ": a recording is of one scenario, without a sweep");
  points[0].scenario.sample.every = SampleSpec::Every::batch;
  const std::string text = read_text(csv);
  hash = hash_of(points[0].scenario);
  return recorded_costs(points[0], options, text, csv);
}

std::string rounds_text(const std::vector<CostRounds>& runs) {
  const std::size_t rounds = runs.front().size();
  if (rounds == 1) return "1 round";
  std::vector<double> ranges;
  for (const CostRounds& run : runs) {
    const std::vector<double> of_run = round_ranges(run);
    ranges.insert(ranges.end(), of_run.begin(), of_run.end());
  }
  std::sort(ranges.begin(), ranges.end());
  const double half = ranges.empty() ? 0 : ranges[ranges.size() / 2];
  return fmt::format("{} rounds, between which half the full scans differ by less than {:.0f} %{}", rounds, half,
                     half > kQuiet ? ": too noisy a machine to trust" : "");
}

CostTable cost_table(const std::string& name, const CostProfile& profile, const std::string& hash,
                     const std::vector<CostRow>& batches, CostTolerance tolerance) {
  CostTable table;
  table.text = fmt::format("{}: ksmd's CPU time, profile {}\n  {:>9} {:>9} {:>11} {:>11} {:>10}\n", name, profile.name,
                           "full scan", "visits", "real ms", "modelled ms", "deviation");
  Line total;
  for (const CostRow& pass : by_pass(batches)) {
    const Line line{pass.real_ns, modelled_ns(profile, hash, pass), pass.amounts[0]};
    const bool within = std::abs(line.off()) <= tolerance.pass;
    table.within = table.within && within;
    table.text += line_text(std::to_string(pass.pass + 1), line, within);
    total.real_ns += line.real_ns;
    total.modelled_ns += line.modelled_ns;
    total.visits += line.visits;
  }
  const bool within = std::abs(total.off()) <= tolerance.total;
  table.within = table.within && within;
  table.text += line_text("total", total, within);
  return table;
}

CostTable live_cost_table(const std::string& name, const CostProfile& profile, const std::string& hash,
                          const CostRounds& rounds, CostTolerance tolerance) {
  CostTable table = cost_table(name, profile, hash, median_times(rounds), tolerance);
  table.text += "  real: " + rounds_text({rounds}) + "\n";
  return table;
}

}  // namespace ksmsim
