#pragma once
// On which CPU a thread runs, and how urgently.
#include <sched.h>
#include <sys/types.h>

#include <optional>
#include <string>

namespace ksmsim {

struct Scheduling {
  pid_t thread = 0;  ///< 0: the calling one
  cpu_set_t cpus{};
  int policy = SCHED_OTHER;
  sched_param parameter{};
};

Scheduling scheduling_of(pid_t thread);
/// "POLICY PRIORITY CPU CPU ...", without the thread; and back, nothing if it is not that.
std::string scheduling_text(const Scheduling& scheduling);
std::optional<Scheduling> parse_scheduling(const std::string& text);
/// What is not permitted is left out.
void apply(const Scheduling& scheduling);
/// The last CPU that the calling thread may use.
int last_cpu();
/// Binds the thread to `cpu` with a real-time priority, which keeps other programs away from it meanwhile.
void take_cpu(pid_t thread, int cpu, int priority);

/// The calling thread keeps away from `cpu`, if it may use another one.
void leave_cpu(int cpu);

/// The calling thread on a CPU of its own, as long as it lives.
class OnOneCpu {
 public:
  OnOneCpu(int cpu, int priority) : before_(scheduling_of(0)) { take_cpu(0, cpu, priority); }
  ~OnOneCpu() { apply(before_); }
  OnOneCpu(const OnOneCpu&) = delete;
  OnOneCpu& operator=(const OnOneCpu&) = delete;

 private:
  Scheduling before_;
};

}  // namespace ksmsim
