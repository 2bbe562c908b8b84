#pragma once
// --pid and --name: which processes' memory is read, and reading it.
#include <string>
#include <vector>

#include "ksmsim/trace/capture.h"
#include "verb.h"

namespace ksmsim {

class ProcessChoice {
 public:
  void declare(CLI::App& verb);
  bool any_given() const { return !given_.empty() || !name_.empty(); }
  /// UsageError if none is given, or none is called so.
  std::vector<int> pids() const;
  /// A snapshot of each; says on stderr what was read and what could not be. Returns those that are still there; the
  /// first snapshot wants all of them.
  std::vector<int> capture(const std::vector<int>& pids, Duration time, TraceBuilder& builder, Session& session) const;

 private:
  std::vector<std::string> given_;
  std::string name_;
  bool no_stop_ = false;
  CaptureOptions options_;
};

}  // namespace ksmsim
