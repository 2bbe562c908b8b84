#pragma once
// A VM of a scenario as a process of this machine: one made for it, or one that runs already and is only looked at.
#include <memory>
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
  LiveVm(const Host& memory, VmId vm) : memory_(memory), vm_(vm), made_(std::make_unique<VmProcess>()) {}
  /// The process `attached` has that memory already, mergeable. Only `set` can be played with it.
  LiveVm(const Host& memory, VmId vm, pid_t attached) : memory_(memory), vm_(vm), attached_(attached) {}

  bool alive() const { return started_ && (made_ ? made_->alive() : proc().read("stat").has_value()); }
  /// Maps and fills its regions, then makes them mergeable.
  void start();
  /// What an event other than `set` does to it, before it has happened to `memory`.
  Errno apply(const EventSpec& event);
  /// Its page holds `content`, at the latest after flush().
  void write(PageIndex page, Content content) { made_->write(address(page), content); }
  void flush() { made_->flush(); }
  void kill() { made_->kill(); }
  /// Does KSM scan it? As far as the kernel tells.
  bool registered() const;
  VmResult result() const;

 private:
  void place_regions();
  void fill_region(const Region& region);
  void write_pages(const EventSpec& event);
  std::uint64_t address(PageIndex page) const;
  SysfsDir proc() const { return SysfsDir("/proc/" + std::to_string(made_ ? made_->pid() : attached_)); }

  const Host& memory_;
  VmId vm_;
  std::unique_ptr<VmProcess> made_;
  pid_t attached_ = 0;  ///< if none was made
  bool started_ = false;
  std::vector<std::uint64_t> addresses_;  ///< of the regions
};

}  // namespace ksmsim
