#pragma once
// The future event list: events in order of (time, phase, sequence number). Events of one moment and phase come in the
// order in which they were scheduled, so a run depends on nothing else. An event is a value; whoever runs the loop
// decides what it means.
#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "ksmsim/base/units.h"

namespace ksmsim {

/// What comes first among events of the same moment: guests write, ksmd scans, the counters are sampled, then the
/// scenario's events happen and late VMs start (contract.md: "after batch B and that batch's events").
enum class Phase : std::uint8_t { guest, ksmd, sample, scripted, vm_start };

template <class Payload>
class EventQueue {
 public:
  struct Event {
    SimTime time;
    Phase phase;
    std::uint64_t sequence;
    Payload payload;
  };

  /// Moment of the event that was popped last; time never goes back.
  SimTime now() const { return now_; }
  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  SimTime next_time() const { return heap_.front().time; }

  void schedule(SimTime time, Phase phase, Payload payload) {
    assert(time >= now_);
    heap_.push_back({time, phase, next_sequence_++, std::move(payload)});
    std::push_heap(heap_.begin(), heap_.end(), Later{});
  }

  std::optional<Event> pop() {
    if (heap_.empty()) return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end(), Later{});
    Event event = std::move(heap_.back());
    heap_.pop_back();
    now_ = event.time;
    return event;
  }

 private:
  struct Later {
    bool operator()(const Event& a, const Event& b) const {
      if (a.time != b.time) return a.time > b.time;
      if (a.phase != b.phase) return a.phase > b.phase;
      return a.sequence > b.sequence;
    }
  };
  std::vector<Event> heap_;
  SimTime now_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace ksmsim
