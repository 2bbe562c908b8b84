#include "output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <streambuf>
#include <system_error>

namespace ksmsim {
namespace {

constexpr int kMostAside = 100;  // other writers of the same file, or remains of killed ones

bool can_be_written(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

}  // namespace

/// A stream buffer over a file descriptor that remembers what went wrong.
class Output::Buffer final : public std::streambuf {
 public:
  Buffer(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {
    setp(bytes_.data(), bytes_.data() + bytes_.size());
  }
  ~Buffer() override { close(); }
  int error() const { return error_; }
  void close() {
    if (owned_ && descriptor_ >= 0 && ::close(descriptor_) != 0 && error_ == 0) error_ = errno;
    descriptor_ = -1;
  }

 protected:
  int_type overflow(int_type c) override {
    if (sync() != 0) return traits_type::eof();
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    return sputc(traits_type::to_char_type(c));
  }
  int sync() override {
    const char* from = pbase();
    while (from != pptr() && error_ == 0) {
      const ssize_t written = ::write(descriptor_, from, static_cast<std::size_t>(pptr() - from));
      if (written >= 0) {
        from += written;
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return error_ == 0 ? 0 : -1;
  }

 private:
  int descriptor_;
  bool owned_;
  int error_ = 0;
  std::array<char, 1 << 16> bytes_;
};

bool is_standard_output(const std::string& name) {
  return name == "-" || name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1";
}

std::string file_identity(const std::string& name) {
  if (is_standard_output(name)) return "-";
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(std::filesystem::absolute(name, error), error);
  return error ? name : path.string();
}

Output::Output(const std::string& name) : name_(name) {
  if (is_standard_output(name)) {
    if (!can_be_written(STDOUT_FILENO)) fail(EBADF);
    buffer_ = std::make_unique<Buffer>(STDOUT_FILENO, false);
  } else {
    struct stat status {};
    const bool exists = ::stat(name.c_str(), &status) == 0;
    if (exists && !S_ISREG(status.st_mode)) {
      const int descriptor = ::open(name.c_str(), O_WRONLY | O_CLOEXEC);
      if (descriptor < 0) fail(errno);
      buffer_ = std::make_unique<Buffer>(descriptor, true);
    } else {
      open_regular();
    }
  }
  stream_ = std::make_unique<std::ostream>(buffer_.get());
}

void Output::open_regular() {
  struct stat status {};
  const bool exists = ::stat(name_.c_str(), &status) == 0;
  if (exists && ::access(name_.c_str(), W_OK) != 0) fail(errno);
  // A symbolic link stays one: what it points to is replaced.
  target_ = exists ? std::filesystem::canonical(name_).string() : name_;
  int descriptor = -1;
  for (int i = 0; descriptor < 0 && i < kMostAside; ++i) {
    aside_ = target_ + ".tmp" + (i == 0 ? std::string() : std::to_string(i));
    descriptor = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  if (descriptor < 0) {
    aside_.clear();
    fail(errno);
  }
  buffer_ = std::make_unique<Buffer>(descriptor, true);
  if (exists && ::fchmod(descriptor, status.st_mode & 07777) != 0) fail(errno);
}

Output::~Output() {
  if (!aside_.empty()) ::unlink(aside_.c_str());
}

std::ostream& Output::stream() { return *stream_; }

void Output::flush() {
  stream_->flush();
  if (buffer_->error() == EPIPE) throw ClosedPipe();
  if (buffer_->error() != 0) fail(buffer_->error());
  if (!*stream_) fail(EIO);
}

void Output::commit() {
  flush();
  buffer_->close();
  if (buffer_->error() != 0) fail(buffer_->error());
  if (aside_.empty()) return;
  if (std::rename(aside_.c_str(), target_.c_str()) != 0) fail(errno);
  aside_.clear();
}

void Output::fail(int error) const {
  const std::string what = is_standard_output(name_) ? "standard output" : name_;
  throw Error("cannot write " + what + ": " + std::generic_category().message(error));
}

}  // namespace ksmsim
