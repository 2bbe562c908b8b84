#include "schedule.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "ksmsim/base/error.h"
#include "ksmsim/experiment/run.h"
#include "scheduling.h"

namespace ksmsim {
namespace {

[[noreturn]] void simulate(Scenario scenario, int out) {
  scenario.sample = {SampleSpec::Every::full_scan, {}};  // the fewest
  RunOptions options;
  options.next_batch = [out](SimTime t) {
    if (write(out, &t.ns, sizeof t.ns) != static_cast<ssize_t>(sizeof t.ns)) _exit(0);
  };
  try {
    run_point({{}, std::move(scenario)}, options);
  } catch (const std::exception&) {
    _exit(1);  // the pipe's end tells
  }
  _exit(0);
}

}  // namespace

Schedule::Schedule(const Scenario& scenario, int busy_cpu) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe for the process that simulates ahead");
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE}) std::signal(number, SIG_IGN);
    close(ends[0]);
    leave_cpu(busy_cpu);
    simulate(scenario, ends[1]);
  }
  close(ends[1]);
  times_ = ends[0];
  if (process_ < 0) {
    close(times_);
    throw Error("no process to simulate ahead");
  }
}

Schedule::~Schedule() {
  close(times_);
  kill(process_, SIGKILL);
  while (waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::optional<SimTime> Schedule::next() {
  SimTime t;
  ssize_t got = 0;
  while ((got = read(times_, &t.ns, sizeof t.ns)) < 0 && errno == EINTR) {
  }
  if (got != static_cast<ssize_t>(sizeof t.ns)) return std::nullopt;
  return t;
}

}  // namespace ksmsim
