#pragma once
// Runs the points of a plan that its store lacks.
#include <functional>
#include <stop_token>
#include <string>

#include "ksmsim/report/report.h"
#include "ksmsim/sweep/store.h"

namespace ksmsim {

struct SweepProgress {
  std::size_t points = 0;        ///< of this shard
  std::size_t kept = 0;          ///< of those, there before
  std::size_t ran = 0;           ///< of those, run now, failed ones included
  std::size_t failed = 0;        ///< of all
  double in_flight = 0;          ///< shares done of the points that run, summed up
  std::string best;              ///< of those run now: most pages saved, then least ksmd CPU; its settings
  std::uint64_t best_saved = 0;  ///< pages
};

struct SweepOptions {
  std::size_t jobs = 1;  ///< points at a time; one that measures (HostSpec::measures) runs alone
  Shard shard;
  bool retry_failed = false;
  Provenance here;  ///< kept with each result
  std::stop_token stop;
  std::function<void(const SweepProgress&)> progress;  ///< called now and then, one call at a time, from any thread
};

/// All points of the shard, in the plan's order. A point that cannot be run is kept as failed, with its reason. Error
/// if the store cannot be written; Interrupted if stopped: what was done is in the store.
SweepProgress run_sweep(const SweepPlan& plan, const SweepStore& store, const SweepOptions& options);

}  // namespace ksmsim
