#include "temporary_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include "ksmsim/base/error.h"
#include "read_all.h"

namespace ksmsim {
namespace {

constexpr std::size_t kPending = 1 << 20;

[[noreturn]] void fail(const std::string& what) {
  throw Error("a temporary file " + what + ": " + std::strerror(errno) + " (TMPDIR says where it lies)");
}

}  // namespace

TemporaryFile::TemporaryFile() {
  const char* folder = std::getenv("TMPDIR");
  const std::string name = (folder != nullptr && *folder != 0 ? std::string(folder) : "/var/tmp") + "/ksmsim-XXXXXX";
  std::vector<char> path(name.begin(), name.end());
  path.push_back(0);
  file_ = mkostemp(path.data(), O_CLOEXEC);
  if (file_ < 0) fail("cannot be made");
  unlink(path.data());
}

TemporaryFile::~TemporaryFile() {
  if (file_ >= 0) close(file_);
}

std::uint64_t TemporaryFile::append(std::span<const std::byte> bytes) {
  const std::uint64_t at = size_;
  pending_.insert(pending_.end(), bytes.begin(), bytes.end());
  size_ += bytes.size();
  if (pending_.size() >= kPending) flush();
  return at;
}

void TemporaryFile::flush() {
  const std::uint64_t from = size_ - pending_.size();
  for (std::size_t done = 0; done < pending_.size();) {
    const ssize_t put = pwrite(file_, pending_.data() + done, pending_.size() - done, static_cast<off_t>(from + done));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("cannot be written");
    done += static_cast<std::size_t>(put);
  }
  pending_.clear();
}

void TemporaryFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (read_all(file_, offset, out) != out.size()) fail("cannot be read");
}

int TemporaryFile::release() {
  const int file = file_;
  file_ = -1;
  return file;
}

}  // namespace ksmsim
