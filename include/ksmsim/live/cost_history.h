#pragma once
// ksmd's real CPU time batch by batch, beside the work that a simulation of the same scenario has in each.
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/cost/cost_fit.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/live/live.h"

namespace ksmsim {

/// The scenario's work; its sample must be `batch`. No real times yet.
std::vector<CostRow> simulated_work(const SweepPoint& point, const RunOptions& options);
/// Played here, see run_live. Error if this machine's kernel did other batches.
std::vector<CostRow> live_costs(const SweepPoint& point, const RunOptions& options, const LiveOptions& live);
/// From a recording with a column ksmd_cpu_us (of each batch) or ksmd_cpu_ns (since the start). UsageError if it has
/// neither, or its counters are not the scenario's.
std::vector<CostRow> recorded_costs(const SweepPoint& point, const RunOptions& options, const std::string& csv,
                                    const std::string& name);

/// Small scenarios of which each has much of one or two terms.
std::vector<SweepPoint> calibration_points();
/// One for split_ns(): few of its small batches split a huge page. Nothing where this machine's huge pages are off.
std::optional<SweepPoint> split_calibration_point();
/// Other ones, nearer to VMs, to check a profile with: some 500,000 pages.
std::vector<SweepPoint> cost_validation_points();

}  // namespace ksmsim
