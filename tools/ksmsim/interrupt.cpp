#include "interrupt.h"

#include <pthread.h>
#include <unistd.h>

namespace ksmsim {
namespace {

/// Wakes the waiting thread; real-time signals have no other use here.
int wake_signal() { return SIGRTMIN; }

/// Those that are not ignored: nohup and background jobs of a shell stay as they were.
sigset_t interrupts_of_this_process() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&set, number);
  }
  return set;
}

/// timeout(1) signals the process and then its group: what follows at once is the same request.
void swallow_repeats(const sigset_t& interrupts) {
  constexpr timespec kAtOnce{0, 200'000'000};
  while (sigtimedwait(&interrupts, nullptr, &kAtOnce) > 0) {
  }
}

}  // namespace

InterruptWatch::InterruptWatch() {
  const sigset_t interrupts = interrupts_of_this_process();
  sigset_t blocked = interrupts;
  sigaddset(&blocked, wake_signal());
  pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  waiter_ = std::thread([this, interrupts] { wait(interrupts); });
}

InterruptWatch::~InterruptWatch() {
  done_ = true;
  pthread_kill(waiter_.native_handle(), wake_signal());
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void InterruptWatch::wait(sigset_t interrupts) {
  sigset_t awaited = interrupts;
  sigaddset(&awaited, wake_signal());
  while (!done_) {
    int number = 0;
    if (sigwait(&awaited, &number) != 0 || number == wake_signal()) continue;
    signal_ = number;
    stop_.request_stop();
    swallow_repeats(interrupts);
    pthread_sigmask(SIG_UNBLOCK, &interrupts, nullptr);  // from here on they end the program
    sigemptyset(&awaited);
    sigaddset(&awaited, wake_signal());
  }
}

void InterruptWatch::check() const {
  if (signal_ != 0) throw EndedBySignal{signal_};
}

void end_by_signal(int number) {
  std::signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  std::raise(number);
  _exit(128 + number);
}

}  // namespace ksmsim
