#pragma once
// Files beside an image that belong to it.
#include <filesystem>
#include <string>

#include "ksmsim/trace/input_file.h"

namespace ksmsim {

/// The path of `name` in the folder of the file.
inline std::string beside(const InputFile& file, const std::string& name) {
  return (std::filesystem::path(file.path()).parent_path() / name).string();
}

/// The file's path with another ending, ".vmss".
inline std::string with_ending(const InputFile& file, const std::string& ending) {
  return std::filesystem::path(file.path()).replace_extension(ending).string();
}

inline bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace ksmsim
