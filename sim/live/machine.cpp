#include "machine.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "ksm_settings.h"
#include "ksmd.h"
#include "ksmsim/base/error.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/live/live.h"

namespace ksmsim {
namespace {

std::string gib_text(std::uint64_t bytes) {
  const std::uint64_t tenths = bytes * 10 >> 30;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

/// "6.18.4-foo" as 6018; 0 if it is none.
unsigned long version_number(const std::string& text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string::npos) return 0;
  return std::strtoul(text.c_str(), nullptr, 10) * 1000 + std::strtoul(text.c_str() + dot + 1, nullptr, 10);
}

std::string user_text(const SysfsDir& process, const std::string& pid) {
  const std::string text = process.read("ksm_stat").value_or("");
  const std::string items = field(text, "ksm_rmap_items").value_or("0");
  const std::string merged = field(text, "ksm_merging_pages").value_or("0");
  if (items == "0" && merged == "0" && field(text, "ksm_mergeable").value_or("no") == "no") return "";
  return process.read("comm").value_or("?") + " (pid " + pid + ": " + items + " items, " + merged + " pages merged)";
}

utsname this_system() {
  utsname names{};
  uname(&names);
  return names;
}

}  // namespace

MachineLock::MachineLock() {
  for (const char* folder : {"/run/lock", "/tmp"}) {
    folder_ = folder;
    file_ = open((folder_ + "/ksmsim-live.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file_ >= 0) break;
  }
  if (file_ < 0) throw Error("no lock file can be made in /run/lock or /tmp");
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  close(file_);
  throw Busy("another ksmsim is using this machine's KSM; try again when it is done");
}

MachineLock::~MachineLock() { close(file_); }

std::string other_users(const std::vector<int>& but) {
  std::string users;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", none)) {
    const std::string pid = entry.path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    if (std::find(but.begin(), but.end(), std::atoi(pid.c_str())) != but.end()) continue;
    const std::string text = user_text(SysfsDir(entry.path()), pid);
    if (!text.empty()) users += (users.empty() ? "" : ", ") + text;
  }
  return users;
}

void check_memory(std::uint64_t pages) {
  const std::string free = field(SysfsDir("/proc").read("meminfo").value_or(""), "MemAvailable").value_or("0");
  const std::uint64_t there = std::strtoull(free.c_str(), nullptr, 10) * 1024, wanted = pages * kPageSize;
  if (wanted < there) return;
  throw UsageError("the scenario's VMs have " + gib_text(wanted) + ", and this machine has only " + gib_text(there) +
                   " of memory available");
}

bool huge_pages_here() {
  const std::string text = SysfsDir("/sys/kernel/mm/transparent_hugepage").read("enabled").value_or("[never]");
  return text.find("[never]") == std::string::npos;
}

std::string why_not_live() {
  const SysfsDir ksm(kKsmDirectory);
  if (!ksm.read("run")) return "this machine's kernel has no KSM (there is no /sys/kernel/mm/ksm)";
  if (geteuid() != 0) return "driving this machine's KSM takes root";
  if (access("/sys/kernel/mm/ksm/run", W_OK) != 0) return "/sys/kernel/mm/ksm cannot be written to here";
  if (version_number(this_system().release) < 5000) return "driving KSM batch by batch takes Linux 5.0 or later";
  if (find_ksmd() == 0) return "ksmd cannot be seen in /proc (is this a container?)";
  return "";
}

std::string nearest_known_kernel(const std::string& release) {
  const std::vector<KernelTraits>& known = kernel_versions();
  std::string nearest = known.front().version;
  for (const KernelTraits& k : known) {
    if (version_number(k.version) <= version_number(release)) nearest = k.version;
  }
  return nearest;
}

std::string kernel_here() { return nearest_known_kernel(this_system().release); }

std::vector<std::pair<std::string, std::string>> ksm_settings_here() {
  KsmSettings settings = save_settings(SysfsDir(kKsmDirectory));
  const bool advised = std::find(settings.begin(), settings.end(),
                                 std::pair<std::string, std::string>("advisor_mode", "scan-time")) != settings.end();
  // `run` is no setting of a scenario; what an advisor sets, it sets again; and while none is on, its limits say
  // nothing.
  std::erase_if(settings, [advised](const auto& setting) {
    const std::string& name = setting.first;
    return name == "run" || (advised ? name == "pages_to_scan" : name.starts_with("advisor_"));
  });
  return settings;
}

bool ksm_runs_here() { return SysfsDir(kKsmDirectory).number("run") == 1; }

std::vector<std::string> columns_missing_here() {
  const SysfsDir ksm(kKsmDirectory);
  std::vector<std::string> missing;
  for (const char* name :
       {"full_scans", "pages_scanned", "pages_skipped", "pages_shared", "pages_sharing", "pages_unshared",
        "pages_volatile", "ksm_zero_pages", "stable_node_chains", "stable_node_dups", "general_profit"}) {
    if (!ksm.read(name)) missing.emplace_back(name);
  }
  return missing;
}

}  // namespace ksmsim
