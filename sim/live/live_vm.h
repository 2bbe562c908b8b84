#pragma once
// A VM of a scenario as a process of this machine.
#include <vector>

#include "ksmsim/config/scenario.h"
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/host/host.h"
#include "sysfs_dir.h"
#include "vm_process.h"

namespace ksmsim {

class LiveVm {
 public:
  /// `layout`: its regions, and what its pages hold at the start.
  LiveVm(const Host& layout, VmId vm);

  bool alive() const { return started_ && process_.alive(); }
  /// Maps and fills its regions, then makes them mergeable.
  void start();
  /// What an event other than `set` does to it.
  Errno apply(const EventSpec& event);
  void kill() { process_.kill(); }
  /// Does KSM scan it? As far as the kernel tells.
  bool registered() const;
  VmResult result() const;

 private:
  void place_regions();
  void fill_region(std::size_t number);
  void write(const EventSpec& event);
  void unmap(const EventSpec& event);
  SysfsDir proc() const { return SysfsDir("/proc/" + std::to_string(process_.pid())); }

  const Host& layout_;
  VmId vm_;
  VmProcess process_;
  bool started_ = false;
  std::vector<std::uint64_t> addresses_;  ///< of the regions
  std::vector<bool> unmapped_;            ///< pages that events unmapped
};

}  // namespace ksmsim
