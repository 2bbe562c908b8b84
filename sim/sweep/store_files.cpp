#include "store_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

bool write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(file, text.data() + done, text.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    done += static_cast<std::size_t>(written);
  }
  return true;
}

/// One that no other thread, process or machine uses: a killed writer's is left alone.
std::string aside_of(const std::string& file, int attempt) {
  return file + "." + std::to_string(getpid()) + "-" + std::to_string(attempt) + ".tmp";
}

int open_aside(const std::string& file, std::string& aside) {
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  for (int attempt = 0;; ++attempt) {
    aside = aside_of(file, attempt);
    const int opened = open(aside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (opened >= 0 || errno != EEXIST || attempt == 1000) return opened;
  }
}

}  // namespace

void fail_stored(const std::string& what, const std::string& file) {
  throw Error("cannot " + what + " " + file + ": " + std::generic_category().message(errno));
}

std::optional<std::string> read_stored(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    if (errno == ENOENT) return std::nullopt;
    fail_stored("read", file);
  }
  std::ostringstream text;
  if (in.peek() != std::ifstream::traits_type::eof()) text << in.rdbuf();
  if (in.bad() || text.fail()) fail_stored("read", file);
  return text.str();
}

void write_stored(const std::string& file, const std::string& text) {
  std::string aside;
  try {
    const int opened = open_aside(file, aside);
    if (opened < 0) fail_stored("write", file);
    const bool written = write_all(opened, text);
    const int error = errno;
    const bool closed = close(opened) == 0;
    if (written && closed && rename(aside.c_str(), file.c_str()) == 0) return;
    if (!written) errno = error;
    const int why = errno;
    unlink(aside.c_str());
    errno = why;
    fail_stored("write", file);
  } catch (const std::filesystem::filesystem_error& error) {
    errno = error.code().value();
    fail_stored("write", file);
  }
}

int open_lock(const std::string& file) {
  const int opened = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0) fail_stored("write", file);
  return opened;
}

}  // namespace ksmsim
