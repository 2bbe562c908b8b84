#pragma once
// What a live run needs of the machine: the right to, nobody else who uses KSM, and that it is the only one.
#include <string>
#include <vector>

#include "sysfs_dir.h"

namespace ksmsim {

inline constexpr const char* kKsmDirectory = "/sys/kernel/mm/ksm";

/// Keeps a second live run from starting; Busy if there is one.
class MachineLock {
 public:
  MachineLock();
  ~MachineLock();
  MachineLock(const MachineLock&) = delete;
  MachineLock& operator=(const MachineLock&) = delete;
  /// The folder that it lies in.
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  int file_ = -1;
};

/// Processes, those of `but` aside, that KSM scans or that share pages by it, as "qemu (pid 17: 1200 items, 800
/// pages merged), ..."; empty if there are none.
std::string other_users(const std::vector<int>& but = {});
/// UsageError if memory for so many pages is not there.
void check_memory(std::uint64_t pages);
/// Does madvise(MADV_HUGEPAGE) bring huge pages?
bool huge_pages_here();

}  // namespace ksmsim
