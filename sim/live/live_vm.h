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
  /// `memory`: what its guest sees, kept up to date by its owner.
  LiveVm(const Host& memory, VmId vm) : memory_(memory), vm_(vm) {}

  bool alive() const { return started_ && process_.alive(); }
  /// Maps and fills its regions, then makes them mergeable.
  void start();
  /// What an event other than `set` does to it, before it has happened to `memory`.
  Errno apply(const EventSpec& event);
  /// Its page holds `content`, at the latest after flush().
  void write(PageIndex page, Content content) { process_.write(address(page), content); }
  void flush() { process_.flush(); }
  void kill() { process_.kill(); }
  /// Does KSM scan it? As far as the kernel tells.
  bool registered() const;
  VmResult result() const;

 private:
  void place_regions();
  void fill_region(const Region& region);
  void write_pages(const EventSpec& event);
  std::uint64_t address(PageIndex page) const;
  SysfsDir proc() const { return SysfsDir("/proc/" + std::to_string(process_.pid())); }

  const Host& memory_;
  VmId vm_;
  VmProcess process_;
  bool started_ = false;
  std::vector<std::uint64_t> addresses_;  ///< of the regions
};

}  // namespace ksmsim
