#pragma once
// What one VM held at each snapshot, while a trace is built: the first in full, later ones as what differs.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// Pages that follow each other: a mapping, or guest memory. Contents are numbers of the builder's table.
struct Stretch {
  std::uint64_t start = 0;
  std::vector<TracePage> pages;
  std::vector<std::uint32_t> huge;
};

class VmHistory {
 public:
  explicit VmHistory(std::string name) : name_(std::move(name)) {}
  /// `snapshot`: its number in the trace, ascending.
  void add(std::size_t snapshot, std::vector<Stretch> now);
  /// Adds the VM to the trace, whose snapshots have their times; `ranks` by number.
  void finish(const std::vector<TracePage>& ranks, Trace& trace);

 private:
  struct Change {
    std::uint64_t page;
    TracePage now;
  };
  void differ(std::size_t snapshot, const std::vector<Stretch>& now);
  std::string name_;
  std::size_t last_ = 0;  ///< the snapshot that `now_` is of
  bool seen_ = false;
  std::vector<Stretch> first_, now_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> covered_;      ///< [begin, end) of all stretches ever
  std::vector<std::pair<std::size_t, std::vector<Change>>> changes_;  ///< by snapshot
};

}  // namespace ksmsim
