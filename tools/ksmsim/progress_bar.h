#pragma once
// How far a run is, on one line of stderr that is gone at the end.
#include <chrono>
#include <string>
#include <vector>

#include "console.h"
#include "ksmsim/experiment/run.h"

namespace ksmsim {

class ProgressBar {
 public:
  /// `labels`: what each point of a sweep sets. Automatic: on a terminal, after a second.
  ProgressBar(When when, std::vector<std::string> labels);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Cheap but for ten times a second.
  void update(const Progress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  std::vector<std::string> labels_;
  Clock::time_point start_, next_;
  bool drawn_ = false;
};

/// The line itself: bar, per cent, time left, and which point of a sweep; at most 79 columns.
std::string progress_line(const Progress& progress, double elapsed_seconds, const std::string& label);

}  // namespace ksmsim
