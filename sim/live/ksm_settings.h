#pragma once
// /sys/kernel/mm/ksm as it was, and back to it.
#include <string>
#include <utility>
#include <vector>

#include "sysfs_dir.h"

namespace ksmsim {

/// Names and values, as they would be written.
using KsmSettings = std::vector<std::pair<std::string, std::string>>;

KsmSettings save_settings(const SysfsDir& ksm);
/// Unmerges everything, then restores; `run` comes last.
void restore_settings(const SysfsDir& ksm, const KsmSettings& saved);
/// What a kernel starts with, of the files that this one has; not `run`, nor `sleep_millisecs`.
void write_defaults(const SysfsDir& ksm);

}  // namespace ksmsim
