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
bool Ksmd::slept_since(const State& before) const {
  for (int i = 0; i < 3; ++i) {
    if (settled().sleeps != before.sleeps) return true;
    std::this_thread::sleep_for(std::chrono::microseconds(300));
  }
  return false;
}

void Ksmd::tell(const char* name, const std::string& value) const {
  const Errno refused = ksm_.write(name, value);
  if (refused != 0) throw Error(std::string("KSM's ") + name + " cannot be written to: " + errno_name(refused));
}

bool Ksmd::wake() {
  const State before = settled();
  if (held_) tell("run", "1");
  const bool was_parked = held_ && slept_since(before);
  held_ = false;
  if (!was_parked) tell("sleep_millisecs", std::to_string(next_sleep_++));
  parked_ = !was_parked && !slept_since(before);
  if (parked_) hold();
  return !parked_;
}

void Ksmd::hold() {
  ksm_.write("run", "0");
  held_ = true;
}

void Ksmd::park() {
  hold();
  parked_ = true;
}

Duration Ksmd::cpu() const { return {std::strtoll(proc_.read("schedstat").value_or("0").c_str(), nullptr, 10)}; }

}  // namespace ksmsim
