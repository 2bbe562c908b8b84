#include "plugin_test.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "ksmsim/base/error.h"
#include "plugin_checks.h"
#include "plugin_object.h"

namespace ksmsim {
namespace {

constexpr int kLimitSeconds = 5;
constexpr const char* kDone = "all was well";  // an exit code may be the plug-in's own

/// What the child tells; memory of both.
struct Told {
  std::array<char, 128> doing;
  std::array<char, 512> fault;
};

template <std::size_t N>
void tell(std::array<char, N>& place, const char* text) {
  std::strncpy(place.data(), text, N - 1);
}

/// One line, whatever a plug-in run wild has left there.
template <std::size_t N>
std::string read(const std::array<char, N>& place) {
  std::string text(place.data(), strnlen(place.data(), N));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; }, ' ');
  return text;
}

class SharedTold {
 public:
  SharedTold() : told_(mmap(nullptr, sizeof(Told), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {
    if (told_ == MAP_FAILED) throw Error("no memory to test a plug-in");
  }
  ~SharedTold() { munmap(told_, sizeof(Told)); }
  SharedTold(const SharedTold&) = delete;
  SharedTold& operator=(const SharedTold&) = delete;
  Told& operator*() const { return *static_cast<Told*>(told_); }

 private:
  void* told_;
};

/// What a plug-in prints is no output of ours, and if it crashes no core of ours.
void seclude(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS}) std::signal(signal, SIG_DFL);
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
}

[[noreturn]] void be_child(const std::string& file, Told& told, pid_t parent) {
  seclude(parent);
  try {
    tell(told.doing, "it was loaded");
    const ksmsim_hash plugin = load_object(file);
    check_plugin(plugin, [&](const char* doing) { tell(told.doing, doing); });
    tell(told.doing, kDone);
    _exit(0);
  } catch (const std::exception& error) {
    tell(told.fault, error.what());
  } catch (...) {
    tell(told.fault, "threw an exception");
  }
  _exit(1);
}

/// waitpid's status; nothing if it had to be killed.
bool ended_in_time(pid_t child, int& status) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kLimitSeconds);
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= end) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

std::string signal_name(int number) {
  const char* abbreviation = sigabbrev_np(number);  // glibc
  return abbreviation == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + abbreviation;
}

}  // namespace

void test_plugin_aside(const std::string& file) {
  const SharedTold told;
  const pid_t parent = getpid(), child = fork();
  if (child < 0) throw Error("cannot start a process to test a plug-in");
  if (child == 0) be_child(file, *told, parent);
  int status = 0;
  const bool in_time = ended_in_time(child, status);
  const std::string fault = read((*told).fault), last = read((*told).doing), doing = " while " + last;
  if (!in_time) throw UsageError("its self-test took more than " + std::to_string(kLimitSeconds) + " s" + doing);
  if (WIFSIGNALED(status)) throw UsageError("its self-test died of " + signal_name(WTERMSIG(status)) + doing);
  if (WEXITSTATUS(status) == 0 && last == kDone) return;
  throw UsageError(fault.empty() ? "it ended the program in its self-test" + doing : fault);
}

}  // namespace ksmsim
