#include "ksmd.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "ksmsim/base/error.h"
#include "ksmsim/experiment/run.h"

namespace ksmsim {

pid_t find_ksmd() {
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const auto pid = static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    const SysfsDir process(entry.path());
    // Only a thread of the kernel has no command line.
    if (pid > 0 && process.read("comm") == "ksmd" && process.read("cmdline") == "") return pid;
  }
  return 0;
}

Ksmd::Ksmd(const SysfsDir& ksm, std::stop_token stop)
    : ksm_(ksm), stop_(std::move(stop)), pid_(find_ksmd()), proc_("/proc/" + std::to_string(pid_)) {
  if (pid_ == 0) throw Error("there is no kernel thread ksmd");
  for (int i = 0; i < 2; ++i) ksm_.write("sleep_millisecs", std::to_string(next_sleep_++));  // one at least is a change
  settled();
}

Ksmd::State Ksmd::state() const {
  const std::string status = proc_.read("status").value_or("");
  State state;
  state.asleep = field(status, "State").value_or("").substr(0, 1) == "S";
  state.sleeps = std::strtoull(field(status, "voluntary_ctxt_switches").value_or("").c_str(), nullptr, 10);
  return state;
}

Ksmd::State Ksmd::settled() const {
  auto pause = std::chrono::microseconds(10);
  for (;;) {
    const State now = state();
    if (now.asleep) return now;
    if (stop_.stop_requested()) throw Interrupted();
    std::this_thread::sleep_for(pause);
    pause = std::min(pause * 2, std::chrono::microseconds(1000));
  }
}

/// A thread that a write to sysfs wakes is no longer asleep when the write returns: if ksmd is, and has not slept anew,
/// nothing woke it. Looking again is for the instant in which it is about to sleep.
bool Ksmd::wake() {
  const State before = settled();
  const Errno refused = parked_ ? ksm_.write("run", "1") : ksm_.write("sleep_millisecs", std::to_string(next_sleep_++));
  if (refused != 0) throw Error("KSM cannot be told to scan: " + errno_name(refused));
  std::uint64_t sleeps = settled().sleeps;
  for (int i = 0; sleeps == before.sleeps && i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    sleeps = settled().sleeps;
  }
  parked_ = sleeps == before.sleeps;
  if (parked_) park();
  return !parked_;
}

void Ksmd::park() {
  ksm_.write("run", "0");
  parked_ = true;
}

Duration Ksmd::cpu() const { return {std::strtoll(proc_.read("schedstat").value_or("0").c_str(), nullptr, 10)}; }

}  // namespace ksmsim
