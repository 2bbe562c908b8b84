#pragma once
// How far a run is, on one line of stderr that is gone at the end.
#include <chrono>
#include <functional>
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
  /// The same with another line, made only when it is shown: of at most 79 columns, from the seconds so far.
  void update(const std::function<std::string(double elapsed_seconds)>& line);

 private:
  using Clock = std::chrono::steady_clock;
  bool on_;
  std::vector<std::string> labels_;
  Clock::time_point start_, next_;
  bool drawn_ = false;
};

/// The line itself: bar, per cent, time left, and which point of a sweep; at most 79 columns.
std::string progress_line(const Progress& progress, double elapsed_seconds, const std::string& label);

/// "[####----]  50 %, 3 s left" for a share of the whole.
std::string bar_text(double done, double elapsed_seconds);

}  // namespace ksmsim
