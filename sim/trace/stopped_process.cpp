#include "stopped_process.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace ksmsim {
namespace {

std::vector<pid_t> threads_of(int pid) {
  std::vector<pid_t> threads;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task", none)) {
    threads.push_back(std::atoi(entry.path().filename().c_str()));
  }
  return threads;
}

}  // namespace

/// A thread may start others until it stands still, so the list is looked at until nothing in it is new.
StoppedProcess::StoppedProcess(int pid) {
  for (bool found = true; found && fault_.empty();) {
    found = false;
    for (const pid_t thread : threads_of(pid)) {
      if (std::find(threads_.begin(), threads_.end(), thread) != threads_.end()) continue;
      found = stop(thread) || found;
      if (!fault_.empty()) break;
    }
  }
}

StoppedProcess::~StoppedProcess() {
  for (const pid_t thread : threads_) ptrace(PTRACE_DETACH, thread, nullptr, nullptr);
}

bool StoppedProcess::stop(pid_t thread) {
  if (ptrace(PTRACE_SEIZE, thread, nullptr, nullptr) != 0) {
    if (errno == ESRCH) return false;  // it has ended
    fault_ = std::string("it could not be stopped: ") + std::strerror(errno);
    return false;
  }
  threads_.push_back(thread);
  int status = 0;
  ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr);
  while (waitpid(thread, &status, __WALL) < 0 && errno == EINTR) {
  }
  return true;
}

}  // namespace ksmsim
