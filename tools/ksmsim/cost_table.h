#pragma once
// ksmd's CPU time, modelled and real, full scan by full scan.
#include <string>
#include <vector>

#include "ksmsim/cost/cost_rounds.h"
#include "ksmsim/live/cost_history.h"

namespace ksmsim {

/// The hash that the scenario's ksmd computes.
std::string hash_of(const Scenario& scenario);
std::string read_text(const std::string& file);
/// A scenario without a sweep, and its recording; `hash` becomes its hash.
std::vector<CostRow> recorded_run(const std::string& scenario, const Overrides& overrides, const std::string& csv,
                                  const RunOptions& options, std::string& hash);

struct CostTolerance {
  double pass = 15, total = 10;  ///< per cent
};

struct CostTable {
  std::string text;
  bool within = true;
};
/// "3 rounds, between which half the full scans differ by less than 8 %", and whether that is too much; of one round
/// only that.
std::string rounds_text(const std::vector<CostRounds>& runs);
CostTable cost_table(const std::string& name, const CostProfile& profile, const std::string& hash,
                     const std::vector<CostRow>& batches, CostTolerance tolerance);
/// Of this machine's ksmd: the medians of the rounds, and how far those differ.
CostTable live_cost_table(const std::string& name, const CostProfile& profile, const std::string& hash,
                          const CostRounds& rounds, CostTolerance tolerance);

}  // namespace ksmsim
