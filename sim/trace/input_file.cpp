#include "ksmsim/trace/input_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "read_all.h"
#include "unpack.h"

namespace ksmsim {
namespace {

std::string reason() { return std::strerror(errno); }

}  // namespace

InputFile::InputFile(const std::string& path) : path_(path) {
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw TraceError(path + ": cannot be opened: " + reason());
  unpack_from(0);
}

InputFile::InputFile(const InputFile& outer, std::uint64_t offset) : path_(outer.path_) {
  const std::string name = "/proc/self/fd/" + std::to_string(outer.file_);  // opened again, for a position of its own
  file_ = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (file_ < 0) throw TraceError(path_ + ": cannot be opened again: " + reason());
  unpack_from(offset);
}

void InputFile::unpack_from(std::uint64_t offset) {
  const int given = file_;
  struct stat status {};
  fstat(file_, &status);
  try {
    if (!S_ISREG(status.st_mode)) throw TraceError(path_ + ": not a regular file");
    file_ = unpacked(file_, path_, offset);
  } catch (...) {
    close(file_);
    throw;
  }
  packed_ = file_ != given;
  fstat(file_, &status);
  size_ = static_cast<std::uint64_t>(status.st_size);
}

InputFile::~InputFile() { close(file_); }

void InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (!has(offset, out.size())) {
    fail(offset, "the file ends at " + std::to_string(size_) + ", where " + std::to_string(out.size()) +
                     " bytes were expected");
  }
  const std::size_t done = read_all(file_, offset, out);
  if (done == out.size()) return;
  fail(offset + done, errno == 0 ? "the file has become shorter" : "cannot be read: " + reason());
}

bool InputFile::matches(std::uint64_t offset, std::string_view bytes) const {
  std::array<std::byte, 64> there;
  if (bytes.size() > there.size() || !has(offset, bytes.size())) return false;
  read(offset, std::span(there).first(bytes.size()));
  return std::memcmp(there.data(), bytes.data(), bytes.size()) == 0;
}

InputFile::Extent InputFile::next_data(std::uint64_t offset) const {
  const auto seek = [&](std::uint64_t from, int whence) {
    const off_t found = lseek(file_, static_cast<off_t>(from), whence);
    return found < 0 ? size_ : std::min(static_cast<std::uint64_t>(found), size_);
  };
  if (offset >= size_) return {size_, size_};
  const std::uint64_t begin = seek(offset, SEEK_DATA);
  return {begin, begin == size_ ? size_ : seek(begin, SEEK_HOLE)};
}

void InputFile::fail(std::uint64_t offset, const std::string& why) const {
  throw TraceError(path_ + ": offset " + std::to_string(offset) + ": " + why);
}

}  // namespace ksmsim
