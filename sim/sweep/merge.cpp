#include "ksmsim/sweep/merge.h"

#include <algorithm>

#include "ksmsim/base/error.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/experiment/settings_label.h"
#include "ksmsim/sweep/store.h"
#include "stored_point.h"

namespace ksmsim {
namespace {

class Merge {
 public:
  Merge(const std::vector<std::string>& folders, const ReadOptions& options)
      : stores_(stores_of(folders)), plan_(common_plan(stores_)), options_(options) {}

  Merged run() {
    merged_.points = plan_.size();
    merged_.result.scenario = plan_.points().scenario();
    for (std::size_t i = 0; i < plan_.size(); ++i) add(i);
    tell_findings(merged_.result);
    return std::move(merged_);
  }

 private:
  static std::vector<SweepStore> stores_of(const std::vector<std::string>& folders) {
    if (folders.empty()) throw UsageError("expected the folder of at least one sweep");
    return {folders.begin(), folders.end()};
  }
  static SweepPlan common_plan(const std::vector<SweepStore>& stores) {
    SweepPlan plan = stores.front().plan();
    for (const SweepStore& store : stores) {
      if (store.plan().text() == plan.text()) continue;
      throw UsageError(store.folder() + ": holds another sweep than " + stores.front().folder());
    }
    return plan;
  }

  void add(std::size_t i) {
    std::optional<std::string> first;
    std::string name;
    for (const SweepStore& store : stores_) {
      if (!store.has(plan_.id(i))) continue;
      const std::optional<std::string> text = store.result(plan_.id(i));
      if (!text) continue;
      if (first) {
        compare(*first, *text, i, store);
      } else {
        first = text;
        name = store.folder() + ", point " + plan_.id(i);
      }
    }
    if (!first) return add_absent(i);
    PointResult point = parse_stored(*first, name, options_);
    take_from_plan(point, i);
    merged_.result.points.push_back(std::move(point));
  }
  /// What does not count for the point's identity, and so is not kept with it.
  void take_from_plan(PointResult& point, std::size_t i) const {
    const Scenario& whole = plan_.points().scenario();
    point.settings = plan_.points().settings(i);
    point.scenario.name = whole.name;
    point.scenario.description = whole.description;
    point.scenario.reference = whole.reference;
  }
  void add_absent(std::size_t i) {
    const std::string label = settings_label(plan_.points().settings(i));
    for (const SweepStore& store : stores_) {
      const std::optional<std::string> reason = store.failure(plan_.id(i));
      if (!reason) continue;
      merged_.failed.push_back(label + ": " + *reason);
      return;
    }
    merged_.missing.push_back(label);
  }
  void compare(const std::string& first, const std::string& other, std::size_t i, const SweepStore& store) {
    if (lasting_part(first) == lasting_part(other)) return;
    const PointResult point = parse_stored(first, store.folder(), {false});
    if (point.checksum.source != "measured") {
      throw Error(store.folder() + ": conflicts with " + stores_.front().folder() + " on point " +
                  settings_label(plan_.points().settings(i)) + ", id " + plan_.id(i) + ": one of them is wrong");
    }
    ++merged_.measured_twice;
  }

  std::vector<SweepStore> stores_;
  SweepPlan plan_;
  const ReadOptions& options_;
  Merged merged_;
};

}  // namespace

Merged merge_stores(const std::vector<std::string>& folders, const ReadOptions& options) {
  return Merge(folders, options).run();
}

}  // namespace ksmsim
