#pragma once
// Ctrl-C and its like.
#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace ksmsim {

/// What was being done ended because of a signal; main() ends the program by it.
struct EndedBySignal {
  int number;
};

/// While it lives, the first SIGINT, SIGTERM or SIGHUP asks to stop; a second one ends the program
/// at once. A thread waits for the signals, so no code runs inside a handler. One at a time, and
/// before any other thread is started.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  /// Throws EndedBySignal if there was one.
  void check() const;

 private:
  void wait(sigset_t interrupts);

  sigset_t before_{};
  std::stop_source stop_;
  std::atomic<int> signal_{0};
  std::atomic<bool> done_{false};
  std::thread waiter_;
};

/// Ends the program as the signal does by default, so that shells and parents see it.
[[noreturn]] void end_by_signal(int number);

}  // namespace ksmsim
