#include "vm_history.h"

#include <algorithm>

namespace ksmsim {
namespace {

/// Goes through the pages of stretches in ascending order.
class Cursor {
 public:
  explicit Cursor(const std::vector<Stretch>& stretches) : stretches_(stretches) { skip(); }
  bool done() const { return stretch_ == stretches_.size(); }
  std::uint64_t page() const { return stretches_[stretch_].start + at_; }
  TracePage content() const { return stretches_[stretch_].pages[at_]; }
  void advance() {
    ++at_;
    skip();
  }

 private:
  void skip() {
    while (!done() && at_ == stretches_[stretch_].pages.size()) {
      ++stretch_;
      at_ = 0;
    }
  }
  const std::vector<Stretch>& stretches_;
  std::size_t stretch_ = 0, at_ = 0;
};

using Interval = std::pair<std::uint64_t, std::uint64_t>;

/// Overlapping intervals become one; those that only touch stay apart, as mappings do.
std::vector<Interval> united(std::vector<Interval> intervals) {
  std::sort(intervals.begin(), intervals.end());
  std::vector<Interval> out;
  for (const Interval& interval : intervals) {
    if (!out.empty() && interval.first < out.back().second) {
      out.back().second = std::max(out.back().second, interval.second);
    } else if (interval.first < interval.second) {
      out.push_back(interval);
    }
  }
  return out;
}

}  // namespace

void VmHistory::add(std::size_t snapshot, std::vector<Stretch> now) {
  for (const Stretch& stretch : now) covered_.emplace_back(stretch.start, stretch.start + stretch.pages.size());
  covered_ = united(std::move(covered_));
  if (seen_ && snapshot > last_ + 1) differ(last_ + 1, {});  // it was gone in between
  if (snapshot == 0) {
    first_ = now;
  } else {
    differ(snapshot, now);
  }
  now_ = std::move(now);
  seen_ = true;
  last_ = snapshot;
}

void VmHistory::differ(std::size_t snapshot, const std::vector<Stretch>& now) {
  std::vector<Change> changes;
  Cursor before(now_), after(now);
  while (!before.done() || !after.done()) {
    const bool gone = after.done() || (!before.done() && before.page() < after.page());
    const bool is_new = before.done() || (!after.done() && after.page() < before.page());
    const std::uint64_t page = gone ? before.page() : after.page();
    const TracePage was = is_new ? kPageAbsent : before.content(), is = gone ? kPageAbsent : after.content();
    if (was != is) changes.push_back({page, is});
    if (!is_new) before.advance();
    if (!gone) after.advance();
  }
  changes_.emplace_back(snapshot, std::move(changes));
  if (now.empty()) now_.clear();
}

void VmHistory::finish(const std::vector<TracePage>& ranks, Trace& trace) {
  const auto rank = [&](TracePage number) { return number < kMostContents ? ranks[number] : number; };
  if (last_ + 1 < trace.snapshots.size()) differ(last_ + 1, {});
  TraceVm vm;
  vm.name = name_;
  for (const auto& [begin, end] : covered_) {
    vm.regions.push_back({begin, std::vector<TracePage>(end - begin, kPageAbsent), {}});
  }
  const auto region_of = [&](std::uint64_t page) {
    const auto after = std::upper_bound(covered_.begin(), covered_.end(), Interval(page, ~std::uint64_t{0}));
    return static_cast<std::uint32_t>(after - covered_.begin() - 1);
  };
  for (const Stretch& stretch : first_) {
    if (stretch.pages.empty()) continue;
    TraceRegion& region = vm.regions[region_of(stretch.start)];
    const std::uint64_t shift = stretch.start - region.start;
    for (std::size_t i = 0; i < stretch.pages.size(); ++i) region.pages[shift + i] = rank(stretch.pages[i]);
    for (const std::uint32_t block : stretch.huge) region.huge.push_back(static_cast<std::uint32_t>(shift + block));
  }
  const auto number = static_cast<std::uint32_t>(trace.vms.size());
  for (const auto& [snapshot, changes] : changes_) {
    for (const Change& change : changes) {
      const std::uint32_t region = region_of(change.page);
      const auto page = static_cast<std::uint32_t>(change.page - vm.regions[region].start);
      trace.snapshots[snapshot].changes.push_back({number, region, page, rank(change.now)});
    }
  }
  trace.vms.push_back(std::move(vm));
}

}  // namespace ksmsim
