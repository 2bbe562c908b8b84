#pragma once
// Memory of running processes as KSM would scan it: present anonymous pages of mergeable mappings, the zero page left
// out (Documentation/admin-guide/mm/{ksm,pagemap}.rst). Linux only; another user's processes take root.
#include <string>
#include <vector>

#include "ksmsim/base/units.h"
#include "ksmsim/trace/trace_builder.h"

namespace ksmsim {

struct CaptureOptions {
  bool all_anonymous = false;  ///< every private mapping that KSM could take, not only those that are MADV_MERGEABLE
  bool stop = true;            ///< all threads are stopped while the process's pages are read, by ptrace
};

/// What became of one process.
struct Captured {
  std::string vm;  ///< its name in the trace: command and pid
  std::uint64_t mappings = 0, pages = 0;
  double stopped_seconds = 0;
  std::vector<std::string> notes;  ///< what could not be done, a line each
};

/// Pids of processes whose command begins so, in ascending order, ours aside.
std::vector<int> processes_named(const std::string& name);
/// A snapshot of the process at `time`. It is stopped for as long as its pages are copied and hashed, and goes on
/// whatever happens, also if this program is killed; one that was stopped before stays so. TraceError if there is no
/// such process, or it may not be read.
Captured capture_process(int pid, Duration time, const CaptureOptions& options, TraceBuilder& builder);

}  // namespace ksmsim
