#include "sysfs_dir.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

namespace ksmsim {

std::optional<std::string> SysfsDir::read(const std::string& name) const {
  const int file = open((path_ / name).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  std::array<char, 4096> part;
  ssize_t got = 0;
  while ((got = ::read(file, part.data(), part.size())) > 0) text.append(part.data(), static_cast<std::size_t>(got));
  close(file);
  if (got < 0) return std::nullopt;
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::int64_t SysfsDir::number(const std::string& name) const {
  return std::strtoll(read(name).value_or("0").c_str(), nullptr, 10);
}

Errno SysfsDir::write(const std::string& name, const std::string& value) const {
  const int file = open((path_ / name).c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const Errno refused = ::write(file, value.data(), value.size()) < 0 ? errno : 0;
  close(file);
  return refused;
}

std::vector<std::string> SysfsDir::writable() const {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(path_, none)) {
    const auto permissions = entry.status(none).permissions();
    if ((permissions & std::filesystem::perms::owner_write) == std::filesystem::perms::none) continue;
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::optional<std::string> field(const std::string& text, const std::string& key) {
  for (std::size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) {
    const std::size_t end = std::min(text.find('\n', line), text.size());
    std::size_t value = line + key.size();
    if (text.compare(line, key.size(), key) == 0 && value < end && (text[value] == ':' || text[value] == ' ')) {
      value = text.find_first_not_of(": \t", value);
      return value < end ? text.substr(value, end - value) : "";
    }
    if (end == text.size()) break;
  }
  return std::nullopt;
}

}  // namespace ksmsim
