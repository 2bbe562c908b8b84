#pragma once
// Where results go. A regular file is written aside (NAME.tmp) and gets its name only when it is
// whole; "-", pipes and devices are written as they are.
#include <memory>
#include <ostream>
#include <string>

#include "ksmsim/base/error.h"

namespace ksmsim {

/// Nobody reads our output any more: end as SIGPIPE would have it.
class ClosedPipe : public Error {
 public:
  ClosedPipe() : Error("the reader of the output is gone") {}
};

bool is_standard_output(const std::string& name);
/// One name for all ways to write a file's: to see whether two are the same file.
std::string file_identity(const std::string& name);

class Output {
 public:
  /// Opens at once, so that what cannot be written fails before the work: Error.
  explicit Output(const std::string& name);
  /// Without commit(), the file aside is removed and NAME is as it was.
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  std::ostream& stream();
  /// Everything to the operating system: Error or ClosedPipe if some of it could not be written.
  void flush();
  /// flush(), and the file gets its name.
  void commit();

 private:
  class Buffer;
  void open_regular();
  [[noreturn]] void fail(int error) const;

  std::string name_, target_, aside_;
  std::unique_ptr<Buffer> buffer_;
  std::unique_ptr<std::ostream> stream_;
};

}  // namespace ksmsim
