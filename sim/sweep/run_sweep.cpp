#include "ksmsim/sweep/run_sweep.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <vector>

#include "ksmsim/analysis/ranking.h"
#include "ksmsim/analysis/settling.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/experiment/settings_label.h"
#include "stored_point.h"

namespace ksmsim {
namespace {

/// Workers take one point after the other from a list.
class Sweep {
 public:
  Sweep(const SweepPlan& plan, const SweepStore& store, const SweepOptions& options)
      : plan_(plan), store_(store), options_(options) {
    for (std::size_t i = 0; i < plan.size(); ++i) {
      if (options.shard.has(i)) sort_in(i);
    }
  }

  SweepProgress run() {
    tell();
    const std::size_t jobs = std::clamp<std::size_t>(options_.jobs, 1, std::max<std::size_t>(1, to_run_.size()));
    in_flight_.resize(jobs);
    std::vector<std::jthread> workers;
    workers.reserve(jobs);
    for (std::size_t i = 0; i < jobs; ++i) workers.emplace_back([this, i] { work(i); });
    workers.clear();
    if (broken_) std::rethrow_exception(broken_);
    if (options_.stop.stop_requested()) throw Interrupted();
    return progress_;
  }

 private:
  void sort_in(std::size_t i) {
    ++progress_.points;
    const bool failed = !store_.has(plan_.id(i)) && store_.failure(plan_.id(i)).has_value();
    if (failed && !options_.retry_failed) {
      ++progress_.failed;
      ++progress_.kept;
    } else if (!failed && store_.has(plan_.id(i))) {
      ++progress_.kept;
    } else {
      to_run_.push_back(i);
    }
  }

  void work(std::size_t worker) {
    try {
      for (std::size_t i = next(); i < plan_.size(); i = next()) run_one(i, worker);
    } catch (const Interrupted&) {  // run() says so
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!broken_) broken_ = std::current_exception();
    }
  }
  std::size_t next() {
    const std::lock_guard<std::mutex> lock(mutex_);
    const bool done = broken_ || options_.stop.stop_requested() || next_ == to_run_.size();
    return done ? plan_.size() : to_run_[next_++];
  }

  void run_one(std::size_t i, std::size_t worker) {
    std::string failure;
    try {
      const PointResult result = simulate(i, worker);
      store_.put_result(plan_.id(i), stored_text(result, options_.here));
      return count(&result, i, worker);
    } catch (const Interrupted&) {
      throw;
    } catch (const Refused& refused) {
      failure = refused.what();
    }
    store_.put_failure(plan_.id(i), failure);
    count(nullptr, i, worker);
  }

  /// What is wrong with a point, rather than with the store.
  struct Refused : Error {
    using Error::Error;
  };
  PointResult simulate(std::size_t i, std::size_t worker) {
    try {
      const SweepPoint point = plan_.points().point(i);
      if (identity_.of(point.scenario) != plan_.id(i)) {
        throw UsageError("what the scenario names has changed since the sweep was planned");
      }
      RunOptions options;
      options.stop = options_.stop;
      options.traces = traces_;
      options.progress = [this, worker](const Progress& progress) { tell(worker, progress.done); };
      check_runnable(point.scenario, *traces_);
      return run_undisturbed(point, options);
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      throw Refused(error.what());
    } catch (const std::bad_alloc&) {
      throw Refused("out of memory");
    }
  }

  /// Points that measure this machine would slow each other down, and so would those beside them.
  PointResult run_undisturbed(const SweepPoint& point, const RunOptions& options) {
    if (point.scenario.host.measures()) {
      const std::unique_lock<std::shared_mutex> alone(machine_);
      return run_point(point, options);
    }
    const std::shared_lock<std::shared_mutex> beside_others(machine_);
    return run_point(point, options);
  }

  void count(const PointResult* result, std::size_t i, std::size_t worker) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++progress_.ran;
    in_flight_[worker] = 0;
    if (result == nullptr) {
      ++progress_.failed;
    } else {
      take_best(*result, i);
    }
    tell();
  }
  void take_best(const PointResult& result, std::size_t i) {
    if (best_ && !saves_better(result, *best_)) return;
    best_ = PointResult{};
    best_->counters = result.counters;
    best_->ksmd_cpu = result.ksmd_cpu;
    progress_.best_saved = saved_pages(result.counters);
    progress_.best = settings_label(plan_.points().settings(i));
  }

  void tell(std::size_t worker, double done) {
    const std::lock_guard<std::mutex> lock(mutex_);
    in_flight_[worker] = done;
    tell();
  }
  void tell() {
    progress_.in_flight = 0;
    for (const double done : in_flight_) progress_.in_flight += done;
    if (options_.progress) options_.progress(progress_);
  }

  const SweepPlan& plan_;
  const SweepStore& store_;
  const SweepOptions& options_;
  std::shared_ptr<TraceStore> traces_ = std::make_shared<TraceStore>();
  PointIdentity identity_;
  std::vector<std::size_t> to_run_;

  std::shared_mutex machine_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  SweepProgress progress_;
  std::optional<PointResult> best_;  ///< its figures only
  std::vector<double> in_flight_;
  std::exception_ptr broken_;
};

}  // namespace

SweepProgress run_sweep(const SweepPlan& plan, const SweepStore& store, const SweepOptions& options) {
  return Sweep(plan, store, options).run();
}

}  // namespace ksmsim
