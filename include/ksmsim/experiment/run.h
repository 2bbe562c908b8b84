#pragma once
// Scenario -> RunResult.
#include <functional>
#include <memory>
#include <stop_token>

#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/experiment/trace_store.h"

namespace ksmsim {

struct BatchWork;

/// How far a run is: shares of the whole, for a progress bar.
struct Progress {
  std::size_t point = 0, points = 1;
  double done = 0;  ///< of this point, 0 to 1
};

struct RunOptions {
  std::function<void(const Progress&)> progress;     ///< called now and then, from the running thread
  std::stop_token stop;                              ///< asks the run to end early: Interrupted
  std::shared_ptr<TraceStore> traces;                ///< those read already, for runs that share some; may be none
  std::function<void(SimTime)> next_batch;           ///< called after every batch: when ksmd wakes for the next
  std::function<void(const BatchWork&)> batch_work;  ///< called after every simulated batch: what it did
};

class Interrupted : public Error {
 public:
  Interrupted() : Error("interrupted") {}
};

/// Checks what needs more than the file (profile knows the hash, memory is there, …): UsageError.
void check_runnable(const Scenario& scenario);
/// The same, with the traces that `traces` has.
void check_runnable(const Scenario& scenario, TraceStore& traces);
PointResult run_point(const SweepPoint& point, const RunOptions& options = {});
/// Writes into the result's scenario what its points know: how large VMs of traces are and, where there is but one
/// point, which hash was the fastest.
void tell_findings(RunResult& result);
/// How a point is run: simulated, or otherwise.
using PointRunner = std::function<PointResult(const SweepPoint&, const RunOptions&)>;
/// All points, in order.
RunResult run_points(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options = {},
                     const PointRunner& run = run_point);

}  // namespace ksmsim
