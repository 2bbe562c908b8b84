#pragma once
// Runs a program and keeps what it said. Its standard streams are files in memory, so nothing can
// block on a full pipe.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ksmsim {

struct CommandOptions {
  std::string input = {};                       ///< what it reads from stdin
  std::map<std::string, std::string> env = {};  ///< added to ours, or replacing it
  std::string directory = {};                   ///< where it starts; empty: here
  std::chrono::milliseconds limit{60'000};      ///< then it is killed, with its children
};

struct CommandResult {
  int exit_code = -1;  ///< -1 if a signal ended it
  int signal = 0;      ///< that signal
  bool timed_out = false;
  std::string out, err;
};

namespace run_command_detail {

/// A file in memory.
class Stream {
 public:
  explicit Stream(const std::string& text = {}) : fd_(memfd_create("stream", MFD_CLOEXEC)) {
    const bool written = fd_ >= 0 && write(fd_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    if (!written || lseek(fd_, 0, SEEK_SET) != 0) throw std::runtime_error("no file in memory");
  }
  ~Stream() { close(fd_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  int fd() const { return fd_; }
  std::string text() const {
    std::string all(static_cast<std::size_t>(lseek(fd_, 0, SEEK_END)), '\0');
    const bool whole = pread(fd_, all.data(), all.size(), 0) == static_cast<ssize_t>(all.size());
    if (!whole) throw std::runtime_error("a stream cannot be read");
    return all;
  }

 private:
  int fd_;
};

inline std::vector<std::string> environment_with(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!changes.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : changes) all.push_back(name + "=" + value);
  return all;
}

inline std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

/// The status as of waitpid; past the limit the process group is killed.
inline int wait_for(pid_t child, std::chrono::milliseconds limit, bool& timed_out) {
  const auto end = std::chrono::steady_clock::now() + limit;
  int status = 0;
  while (waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= end) {
      timed_out = true;
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return status;
}

}  // namespace run_command_detail

/// `args[0]` is looked up in PATH. Exit code 127 if it cannot be started, as a shell says it.
inline CommandResult run_command(std::vector<std::string> args, const CommandOptions& options = {}) {
  namespace detail = run_command_detail;
  const detail::Stream in(options.input), out, err;
  std::vector<std::string> env = detail::environment_with(options.env);
  const std::vector<char*> argv = detail::pointers(args), envp = detail::pointers(env);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    setpgid(0, 0);
    const bool ready = dup2(in.fd(), 0) == 0 && dup2(out.fd(), 1) == 1 && dup2(err.fd(), 2) == 2 &&
                       (options.directory.empty() || chdir(options.directory.c_str()) == 0);
    if (ready) execvpe(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  setpgid(child, child);  // whoever comes first; the kill below must reach it
  CommandResult result;
  const int status = detail::wait_for(child, options.limit, result.timed_out);
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.out = out.text();
  result.err = err.text();
  return result;
}

}  // namespace ksmsim
