#pragma once
// A sweep, expanded once and frozen: which points, and the name under which each one's result is kept.
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "ksmsim/config/sweep_points.h"

namespace ksmsim {

/// Goes up whenever equal scenarios give other results than before: results of another version are not taken for ours.
inline constexpr int kResultVersion = 2;

/// Names results by what they follow from: the scenario after defaults, the contents of the traces and of the
/// hash plug-in it names, and kResultVersion. Name, description, reference and the sweep that a scenario is of do not
/// count. From any thread.
class PointIdentity {
 public:
  /// 32 hexadecimal digits. Reads each trace once; Error if one cannot be read.
  std::string of(const Scenario& scenario);

 private:
  std::string digest_of(const std::string& file);

  std::mutex mutex_;
  std::map<std::string, std::string> digests_;
};

class SweepPlan {
 public:
  /// ScenarioError with what is wrong with points.
  explicit SweepPlan(SweepPoints points);
  /// What text() gave; UsageError if it is not that, or of another kResultVersion. `name` is for messages.
  static SweepPlan parse(const std::string& text, const std::string& name);
  static bool is_plan(const std::string& text);
  /// JSON, the same for equal plans.
  std::string text() const;

  const SweepPoints& points() const { return points_; }
  std::size_t size() const { return ids_.size(); }
  const std::string& id(std::size_t i) const { return ids_[i]; }

 private:
  SweepPlan(SweepPoints points, std::vector<std::string> ids) : points_(std::move(points)), ids_(std::move(ids)) {}

  SweepPoints points_;
  std::vector<std::string> ids_;
};

}  // namespace ksmsim
