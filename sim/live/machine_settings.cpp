#include "machine_settings.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>

#include "ksmd.h"
#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

constexpr std::size_t kLongestFile = 4096, kLongestValue = 32;

std::string boot_id() { return SysfsDir("/proc/sys/kernel/random").read("boot_id").value_or("?"); }

/// A line each: the boot, ksmd's scheduling, then the settings.
std::string text_of(const MachineSettings& saved) {
  std::string text = "boot " + boot_id() + "\nksmd " + scheduling_text(saved.ksmd) + "\n";
  for (const auto& [name, value] : saved.ksm) text.append(name).append(" ").append(value).append("\n");
  return text;
}

/// The rest of a line that begins with `key` and a space.
std::optional<std::string> rest_of_line(std::istream& in, const std::string& key) {
  std::string line;
  if (!std::getline(in, line) || line.compare(0, key.size() + 1, key + " ") != 0) return std::nullopt;
  return line.substr(key.size() + 1);
}

bool plain(const std::string& value) {
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !value.empty() && value.size() <= kLongestValue && std::all_of(value.begin(), value.end(), is_plain);
}

std::optional<MachineSettings> parse(const std::string& text, const std::vector<std::string>& known_names) {
  std::istringstream in(text);
  if (rest_of_line(in, "boot") != boot_id()) return std::nullopt;
  const auto ksmd = parse_scheduling(rest_of_line(in, "ksmd").value_or(""));
  if (!ksmd) return std::nullopt;
  MachineSettings saved{{}, *ksmd};
  saved.ksmd.thread = find_ksmd();
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = std::min(line.find(' '), line.size());
    const std::string name = line.substr(0, space), value = line.substr(std::min(space + 1, line.size()));
    const bool known = std::find(known_names.begin(), known_names.end(), name) != known_names.end();
    if (!known || !plain(value)) return std::nullopt;
    saved.ksm.emplace_back(name, value);
  }
  return saved;
}

/// Nobody else can have written it, nor reach it by another name.
bool ours(int file) {
  struct stat status {};
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() && status.st_nlink == 1 &&
         (status.st_mode & 077) == 0 && status.st_size <= static_cast<off_t>(kLongestFile);
}

}  // namespace

MachineSettings save_machine(const SysfsDir& ksm) { return {save_settings(ksm), scheduling_of(find_ksmd())}; }

void restore_machine(const SysfsDir& ksm, const MachineSettings& saved) {
  restore_settings(ksm, saved.ksm);
  apply(saved.ksmd);
}

void SettingsFile::write(const MachineSettings& saved) const {
  const std::string aside = path_.string() + ".new", text = text_of(saved);
  unlink(aside.c_str());
  const int file = open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  const bool written =
      file >= 0 && ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(file) == 0;
  if (file >= 0) close(file);
  if (!written || std::rename(aside.c_str(), path_.c_str()) != 0) {
    throw Error("cannot write " + path_.string() + ", which is to keep KSM's settings");
  }
}

std::optional<MachineSettings> SettingsFile::read(const SysfsDir& ksm) const {
  const int file = open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::array<char, kLongestFile> text;
  const ssize_t got = ours(file) ? ::read(file, text.data(), text.size()) : -1;
  close(file);
  if (got < 0) return std::nullopt;
  return parse({text.data(), static_cast<std::size_t>(got)}, ksm.writable());
}

void SettingsFile::remove() const { unlink(path_.c_str()); }

}  // namespace ksmsim
