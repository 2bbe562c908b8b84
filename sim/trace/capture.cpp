#include "ksmsim/trace/capture.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "process_maps.h"
#include "read_all.h"
#include "stopped_process.h"

namespace ksmsim {
namespace {

/// /proc/PID/mem; `where` is an address.
class ProcessMemory final : public MemoryImage {
 public:
  ProcessMemory(int pid, std::vector<ImageRun> runs) : pid_(pid) {
    runs_ = std::move(runs);
    memory_ = open(("/proc/" + std::to_string(pid) + "/mem").c_str(), O_RDONLY | O_CLOEXEC);
    if (memory_ < 0) fail();
  }
  ~ProcessMemory() override { close(memory_); }
  ProcessMemory(const ProcessMemory&) = delete;
  ProcessMemory& operator=(const ProcessMemory&) = delete;

  void read(std::uint64_t where, std::span<std::byte> out) const override {
    if (read_all(memory_, where, out) != out.size()) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw TraceError("process " + std::to_string(pid_) + ": its memory cannot be read: " + std::strerror(errno));
  }
  int pid_, memory_ = -1;
};

std::string command_of(int pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string command;
  std::getline(file, command);
  return command;
}

std::vector<Mapping> wanted(std::vector<Mapping> mappings, bool all_anonymous) {
  std::erase_if(mappings, [&](const Mapping& m) { return !(m.mergeable || (all_anonymous && m.could_be)); });
  return mappings;
}

}  // namespace

std::vector<int> processes_named(const std::string& name) {
  std::vector<int> pids;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const std::string folder = entry.path().filename().string();
    if (folder.find_first_not_of("0123456789") != std::string::npos) continue;
    const int pid = std::atoi(folder.c_str());
    if (pid != getpid() && command_of(pid).starts_with(name)) pids.push_back(pid);
  }
  std::sort(pids.begin(), pids.end());
  return pids;
}

Captured capture_process(int pid, Duration time, const CaptureOptions& options, TraceBuilder& builder) {
  Captured captured;
  const std::string command = command_of(pid);
  if (command.empty()) throw TraceError("there is no process " + std::to_string(pid));
  captured.vm = command + "-" + std::to_string(pid);
  const auto start = std::chrono::steady_clock::now();
  {
    std::optional<StoppedProcess> stopped;
    if (options.stop) stopped.emplace(pid);
    if (stopped && !stopped->fault().empty())
      captured.notes.push_back(stopped->fault() + "; pages may be of different moments");
    const std::vector<Mapping> mappings = wanted(mappings_of(pid), options.all_anonymous);
    MappedPages pages = pages_of(pid, mappings);
    captured.mappings = mappings.size();
    for (const ImageRun& run : pages.runs) captured.pages += run.pages;
    if (!pages.knows_zero_pages)
      captured.notes.push_back("the host's zero page counts as zeros: telling it takes root");
    const ProcessMemory memory(pid, std::move(pages.runs));
    const std::uint64_t unreadable = builder.add_passing(captured.vm, time, memory, std::move(pages.ranges));
    if (unreadable > 0) captured.notes.push_back(std::to_string(unreadable) + " pages could not be read");
  }
  if (options.stop)
    captured.stopped_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return captured;
}

}  // namespace ksmsim
