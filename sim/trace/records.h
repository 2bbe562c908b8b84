#pragma once
// The outer form of a trace file: a line of magic, then records, each compressed and with a check sum of its own, so
// that it can be written and read in one go. TRACE.md says it for others.
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/trace/input_file.h"

namespace ksmsim {

inline constexpr std::string_view kTraceMagic = "KSMTRACE";
inline constexpr std::uint32_t kTraceVersion = 1;
inline constexpr std::size_t kLargestRecord = std::size_t{1} << 24;  ///< before compression

class RecordWriter {
 public:
  explicit RecordWriter(std::ostream& out);
  /// `type`: four letters.
  void write(std::string_view type, std::span<const std::byte> payload);
  /// The last record, which tells that the file is whole.
  void finish();

 private:
  std::ostream& out_;
  std::uint64_t records_ = 0;
};

class RecordReader {
 public:
  /// TraceError if the file is no trace, or one of a version that is not known.
  explicit RecordReader(const InputFile& file);
  struct Record {
    std::string type;
    std::uint64_t offset = 0;
    std::vector<std::byte> payload;
  };
  /// The next record; false after the last. TraceError if one is damaged, or the file ends early or goes on.
  bool next(Record& record);

 private:
  std::vector<std::byte> unpack(std::uint64_t at, std::uint64_t stored, std::uint64_t raw, std::uint64_t sum);
  const InputFile& file_;
  std::uint64_t at_ = 0, records_ = 0;
};

}  // namespace ksmsim
