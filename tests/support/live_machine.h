#pragma once
// What tests of live runs have in common: they need a machine whose KSM is free.
#include <chrono>
#include <string>
#include <thread>

#include "../../sim/live/machine.h"
#include "catch.h"
#include "ksmsim/live/live.h"
#include "shell.h"

namespace ksmsim {

/// Empty if a live run can be tried. Processes of another ksmsim will be gone in a while.
inline std::string why_no_live_test() {
  if (std::string why = why_not_live(); !why.empty()) return why;
  const std::string users = other_users();
  return users.empty() || users.rfind("ksmsim ", 0) == 0 ? "" : "other processes use KSM: " + users;
}

/// Another build's tests may be using KSM right now.
inline Finished patiently(const Shell& shell, const std::string& line) {
  for (int i = 0; i < 300; ++i) {
    Finished done = shell.run(line);
    if (done.exit_code != 75) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return {75, "", "another ksmsim has been using KSM for a minute"};
}

}  // namespace ksmsim

/// First in a test case that drives the machine's KSM.
#define NEEDS_KSM() \
  if (const std::string why = why_no_live_test(); !why.empty()) SKIP_TEST(why)
