#pragma once
// The kernel's thread ksmd, one batch at a time. It sleeps sleep_millisecs between batches and wakes at once when that
// setting changes (since 5.0): with a million there, each change makes it do one batch. A batch is over when ksmd has
// gone to sleep once more (its voluntary context switches went up, and its state is S). Where it has nothing to do,
// with `run` 0 or 2 or without a process to scan, it parks elsewhere, hears only of `run` becoming 1 or of a first
// process, and then starts at once. So that this does not happen by itself, `run` is held at 0 wherever ksmd may be
// parked.
#include <sys/types.h>

#include <cstdint>
#include <stop_token>

#include "ksmsim/base/units.h"
#include "sysfs_dir.h"

namespace ksmsim {

class Ksmd {
 public:
  /// `run` must be 0 or 2, and nothing merged. Error if there is no ksmd.
  Ksmd(const SysfsDir& ksm, std::stop_token stop);

  pid_t pid() const { return pid_; }
  /// It is known to be parked.
  bool parked() const { return parked_; }
  /// `run` is 0 or 2 until wake().
  bool held() const { return held_; }
  void hold();
  /// Makes ksmd look whether there is something to do, with `run` 1, and waits until it sleeps again; false if it did
  /// not wake, and is parked. `run` must be 1 or held. Interrupted.
  bool wake();
  /// It had nothing to do.
  void park();
  /// Its CPU time since the machine started.
  Duration cpu() const;

 private:
  struct State {
    bool asleep = false;
    std::uint64_t sleeps = 0;
  };
  State state() const;
  State settled() const;
  bool slept_since(const State& before) const;
  void tell(const char* name, const std::string& value) const;

  const SysfsDir& ksm_;
  std::stop_token stop_;
  pid_t pid_;
  SysfsDir proc_;
  std::uint32_t next_sleep_ = 1'000'000;  ///< in milliseconds
  bool parked_ = true, held_ = true;
};

/// 0 if there is none.
pid_t find_ksmd();

}  // namespace ksmsim
