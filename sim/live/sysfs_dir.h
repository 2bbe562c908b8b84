#pragma once
// The files of one directory of sysfs or procfs: short texts, read and written whole.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

class SysfsDir {
 public:
  explicit SysfsDir(std::filesystem::path path) : path_(std::move(path)) {}
  /// Without the newline at the end; nothing if there is no such file or it cannot be read.
  std::optional<std::string> read(const std::string& name) const;
  /// 0 if there is no such file.
  std::int64_t number(const std::string& name) const;
  Errno write(const std::string& name, const std::string& value) const;
  /// Names of the files that their owner may write, sorted.
  std::vector<std::string> writable() const;

 private:
  std::filesystem::path path_;
};

/// The value after `key` in lines of "key value" or "key:\tvalue"; nothing if there is no such line.
std::optional<std::string> field(const std::string& text, const std::string& key);

}  // namespace ksmsim
