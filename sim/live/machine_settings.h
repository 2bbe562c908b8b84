#pragma once
// All that a live run changes of the machine, as it was before; and the same in a file, for the next ksmsim should this
// one be killed together with its guardian.
#include <filesystem>
#include <optional>
#include <string>

#include "ksm_settings.h"
#include "scheduling.h"

namespace ksmsim {

struct MachineSettings {
  KsmSettings ksm;
  Scheduling ksmd;
};

MachineSettings save_machine(const SysfsDir& ksm);
void restore_machine(const SysfsDir& ksm, const MachineSettings& saved);

class SettingsFile {
 public:
  explicit SettingsFile(std::filesystem::path path) : path_(std::move(path)) {}
  /// Whole or not at all; only we can read it. Error.
  void write(const MachineSettings& saved) const;
  /// Nothing if there is none, or one that is not ours, not of this boot, or not as write() makes it.
  std::optional<MachineSettings> read(const SysfsDir& ksm) const;
  void remove() const;

 private:
  std::filesystem::path path_;
};

}  // namespace ksmsim
