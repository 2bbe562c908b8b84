#include "scheduling.h"

#include <sstream>

namespace ksmsim {

Scheduling scheduling_of(pid_t thread) {
  Scheduling s;
  s.thread = thread;
  sched_getaffinity(thread, sizeof s.cpus, &s.cpus);
  s.policy = sched_getscheduler(thread);
  sched_getparam(thread, &s.parameter);
  return s;
}

std::string scheduling_text(const Scheduling& s) {
  std::string text = std::to_string(s.policy);
  text.append(1, ' ').append(std::to_string(s.parameter.sched_priority));
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &s.cpus)) text.append(1, ' ').append(std::to_string(cpu));
  }
  return text;
}

std::optional<Scheduling> parse_scheduling(const std::string& text) {
  std::istringstream in(text);
  Scheduling s;
  if (!(in >> s.policy >> s.parameter.sched_priority)) return std::nullopt;
  for (unsigned cpu = 0; in >> cpu;) {
    if (cpu >= CPU_SETSIZE) return std::nullopt;
    CPU_SET(cpu, &s.cpus);
  }
  if (!in.eof() || CPU_COUNT(&s.cpus) == 0) return std::nullopt;
  return s;
}

void apply(const Scheduling& s) {
  sched_setscheduler(s.thread, s.policy, &s.parameter);
  sched_setaffinity(s.thread, sizeof s.cpus, &s.cpus);
}

int last_cpu() {
  const Scheduling here = scheduling_of(0);
  int last = 0;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(static_cast<unsigned>(cpu), &here.cpus)) last = cpu;
  }
  return last;
}

void take_cpu(pid_t thread, int cpu, int priority) {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(static_cast<unsigned>(cpu), &cpus);
  sched_setaffinity(thread, sizeof cpus, &cpus);
  sched_param parameter{};
  parameter.sched_priority = priority;
  sched_setscheduler(thread, SCHED_FIFO, &parameter);
}

void leave_cpu(int cpu) {
  Scheduling here = scheduling_of(0);
  CPU_CLR(static_cast<unsigned>(cpu), &here.cpus);
  if (CPU_COUNT(&here.cpus) != 0) sched_setaffinity(0, sizeof here.cpus, &here.cpus);
}

}  // namespace ksmsim
