#include "read_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "ksmsim/base/error.h"
#include "text.h"
#include "yaml_reader.h"

namespace ksmsim {

void throw_unreadable(const std::string& path, const std::string& why) {
  throw UsageError(escaped(path) + ": cannot be read: " + why);
}

std::string read_file(const std::string& path) {
  const auto reason = [] { return std::generic_category().message(errno); };
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) throw_unreadable(path, reason());
  std::string text;
  char buffer[65536];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    text.append(buffer, got);
    if (text.size() > kLargestScenario) throw_unreadable(path, kTooLarge);
  }
  if (std::ferror(file.get()) != 0) throw_unreadable(path, reason());
  return text;
}

std::string file_stem(const std::string& path) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const std::string stem = name.substr(0, name.find_last_of('.'));
  return has_control(stem, false) ? "" : stem;
}

std::string beside(const std::string& file, const std::string& path) {
  if (!path.empty() && path[0] == '/') return path;
  return file.substr(0, file.find_last_of('/') + 1) + path;
}

}  // namespace ksmsim
