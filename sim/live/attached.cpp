#include "attached.h"

#include <algorithm>
#include <sstream>

#include "ksmsim/base/error.h"
#include "page_changes.h"
#include "sysfs_dir.h"

namespace ksmsim {
namespace {

SysfsDir proc(int pid) { return SysfsDir("/proc/" + std::to_string(pid)); }

/// Field 22 of /proc/PID/stat; empty if there is no such process, or only its exit status is left.
std::string start_of(int pid) {
  const std::string text = proc(pid).read("stat").value_or("");
  std::istringstream after_command(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string word;
  after_command >> word;
  if (word == "Z" || word == "X") return "";
  for (int field = 4; field <= 22; ++field) after_command >> word;
  return after_command ? word : "";
}

void check_scanned(int pid) {
  const std::string number = std::to_string(pid);
  if (start_of(pid).empty()) throw UsageError("--attach: there is no process " + number);
  if (field(proc(pid).read("ksm_stat").value_or(""), "ksm_mergeable").value_or("yes") == "yes") return;
  throw UsageError("--attach: process " + number + " has no memory that is MADV_MERGEABLE");
}

}  // namespace

void check_attachable(const Scenario& scenario, const Host& memory) {
  for (const EventSpec& event : scenario.events) {
    if (event.what == EventSpec::What::set) continue;
    throw UsageError("--attach: the processes are left alone: of events only 'set' can be played, not " + event.text);
  }
  for (const VmSpec& vm : scenario.vms) {
    if (!vm.start_after_batch && vm.start.ns == 0) continue;
    throw UsageError("--attach: VM '" + vm.name + "' starts late, and its process runs already");
  }
  if (changing_pages(memory) == 0) return;
  throw UsageError("--attach: the scenario's contents change, and those of the processes must not");
}

AttachedProcesses::AttachedProcesses(const std::vector<int>& pids, std::size_t vms) : pids_(pids) {
  if (pids.size() != vms) {
    throw UsageError("--attach: expected a PID for each of the scenario's VMs, " + std::to_string(vms) + ", got " +
                     std::to_string(pids.size()));
  }
  for (auto pid = pids.begin(); pid != pids.end(); ++pid) {
    if (std::find(pids.begin(), pid, *pid) != pid) {
      throw UsageError("--attach: process " + std::to_string(*pid) + " is given twice");
    }
    check_scanned(*pid);
    started_.push_back(start_of(*pid));
  }
}

void AttachedProcesses::check_alive() const {
  for (std::size_t i = 0; i < pids_.size(); ++i) {
    if (start_of(pids_[i]) != started_[i]) throw Error("process " + std::to_string(pids_[i]) + " has ended meanwhile");
  }
}

}  // namespace ksmsim
