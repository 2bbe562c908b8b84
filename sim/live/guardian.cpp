#include "guardian.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

void wait_until_closed(int descriptor) {
  char byte = 0;
  while (read(descriptor, &byte, 1) < 0 && errno == EINTR) {
  }
}

}  // namespace

Guardian::Guardian(std::function<void()> restore) : restore_(std::move(restore)) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw Error("no pipe for the process that restores KSM's settings");
  process_ = fork();
  if (process_ == 0) {
    prctl(PR_SET_NAME, "ksmsim-guardian");
    setsid();  // a signal to our group, as of Ctrl-C, is not for it
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
    close(ends[1]);
    wait_until_closed(ends[0]);
    restore_();
    _exit(0);
  }
  close(ends[0]);
  alive_ = ends[1];
  if (process_ < 0) {
    close(alive_);
    throw Error("no process to restore KSM's settings");
  }
}

Guardian::~Guardian() {
  close(alive_);
  int status = -1;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) restore_();
}

}  // namespace ksmsim
