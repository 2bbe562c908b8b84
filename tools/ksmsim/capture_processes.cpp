#include "capture_processes.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

namespace ksmsim {

void ProcessChoice::declare(CLI::App& verb) {
  verb.add_option("--pid", given_, "A process")->type_name("P");
  verb.add_option("--name", name_, "All processes whose command begins so")->type_name("NAME");
  verb.add_flag("--all-anonymous", options_.all_anonymous, "Also what is not MADV_MERGEABLE");
  verb.add_flag("--no-stop", no_stop_, "Leave the processes running");
}

namespace {

int pid_of(const std::string& text) {
  int pid = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error == std::errc{} && end == text.data() + text.size() && pid > 0) return pid;
  throw UsageError("--pid " + text + ": expected the number of a process (--name takes names)");
}

}  // namespace

std::vector<int> ProcessChoice::pids() const {
  std::vector<int> pids;
  for (const std::string& text : given_) pids.push_back(pid_of(text));
  if (!name_.empty()) {
    const std::vector<int> named = processes_named(name_);
    if (named.empty()) throw UsageError("no process is called '" + name_ + "'");
    pids.insert(pids.end(), named.begin(), named.end());
  }
  if (pids.empty()) throw UsageError("which processes? --pid P or --name NAME says");
  std::sort(pids.begin(), pids.end());
  pids.erase(std::unique(pids.begin(), pids.end()), pids.end());
  return pids;
}

std::vector<int> ProcessChoice::capture(const std::vector<int>& pids, Duration time, TraceBuilder& builder,
                                        Session& session) const {
  CaptureOptions options = options_;
  options.stop = !no_stop_;
  std::vector<int> there;
  for (const int pid : pids) {
    try {
      const Captured captured = capture_process(pid, time, options, builder);
      there.push_back(pid);
      const std::string stopped = options.stop ? fmt::format(", stopped for {:.2f} s", captured.stopped_seconds) : "";
      session.console.notice(fmt::format("{:.0f} s: {}: {} pages in {} mappings{}", time.seconds(), captured.vm,
                                         captured.pages, captured.mappings, stopped));
      for (const std::string& note : captured.notes) session.console.notice(captured.vm + ": " + note);
      if (captured.mappings == 0)
        session.console.notice(captured.vm + ": nothing in it is mergeable (--all-anonymous?)");
    } catch (const TraceError& error) {
      if (time == Duration{}) throw;
      session.console.notice(std::string(error.what()) + "; from now on it counts as gone");
    }
  }
  return there;
}

}  // namespace ksmsim
