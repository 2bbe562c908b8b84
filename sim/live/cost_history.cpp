#include "ksmsim/live/cost_history.h"

#include "ksmsim/dedup/kernel.h"
#include "ksmsim/experiment/visit_work.h"
#include "ksmsim/live/history.h"

namespace ksmsim {
namespace {

struct Simulated {
  std::vector<CostRow> rows;
  PointResult result;
};

Simulated simulate(const SweepPoint& point, const RunOptions& options) {
  Simulated out;
  const KernelTraits& kernel = kernel_traits(point.scenario.host.kernel);
  std::uint64_t pass = 0;
  RunOptions counting = options;
  counting.batch_work = [&](const BatchWork& work) {
    out.rows.push_back({pass, static_cast<double>(work.checksums), visit_amounts(work, kernel), 0});
    pass += work.full_scan_ended;
  };
  out.result = run_point(point, counting);
  return out;
}

/// ns of each batch, from a column.
std::vector<double> batch_times(const History& history, const std::string& name) {
  std::vector<double> times;
  if (const auto column = history.column("ksmd_cpu_us")) {
    for (const auto& row : history.rows) times.push_back(1e3 * static_cast<double>(row[*column]));
    return times;
  }
  const auto column = history.column("ksmd_cpu_ns");
  if (!column) throw UsageError(name + ": has no column ksmd_cpu_us or ksmd_cpu_ns");
  std::int64_t before = 0;
  for (const auto& row : history.rows) {
    times.push_back(static_cast<double>(row[*column] - before));
    before = row[*column];
  }
  return times;
}

}  // namespace

std::vector<CostRow> simulated_work(const SweepPoint& point, const RunOptions& options) {
  return simulate(point, options).rows;
}

std::vector<CostRow> live_costs(const SweepPoint& point, const RunOptions& options, const LiveOptions& live) {
  std::vector<CostRow> rows = simulate(point, options).rows;
  const PointResult real = run_live(point, options, live);
  if (real.samples.size() != rows.size()) {
    throw Error(point.scenario.name +
                ": this machine's ksmd did other batches than the simulated one; ksmsim validate "
                "tells where they differ");
  }
  Duration before{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].real_ns = static_cast<double>((real.samples[i].ksmd_cpu - before).ns);
    before = real.samples[i].ksmd_cpu;
  }
  return rows;
}

std::vector<CostRow> recorded_costs(const SweepPoint& point, const RunOptions& options, const std::string& csv,
                                    const std::string& name) {
  const History recorded = parse_history(csv, name);
  const std::vector<double> times = batch_times(recorded, name);
  Simulated simulated = simulate(point, options);
  const Comparison same = compare(recorded, history_of(simulated.result.samples));
  if (!same.same() || times.size() != simulated.rows.size()) {
    throw UsageError(
        name + ": its counters are not those of the scenario '" + point.scenario.name + "' from row " +
        std::to_string(same.same() ? std::min(times.size(), simulated.rows.size()) + 1 : same.first->row + 1) +
        " on; ksmsim validate --against shows the difference");
  }
  for (std::size_t i = 0; i < times.size(); ++i) simulated.rows[i].real_ns = times[i];
  return std::move(simulated.rows);
}

}  // namespace ksmsim
