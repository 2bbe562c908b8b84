#pragma once
// The header of 32 bytes before each range of memory in LiME's files, and in AVML's.
#include <string_view>

#include "cursor.h"

namespace ksmsim {

struct LimeRecord {
  std::uint64_t begin = 0, bytes = 0;  ///< of the guest's memory
};

/// Reads a record's header. TraceError if it does not begin with `magic` and `version`, or its range is absurd.
inline LimeRecord read_lime_record(Cursor& in, std::string_view magic, std::uint32_t version) {
  const std::uint64_t at = in.offset();
  if (in.text(4) != magic) in.file().fail(at, "no record begins here: '" + std::string(magic) + "' is missing");
  const auto found = in.little<std::uint32_t>();
  if (found != version) {
    in.file().fail(at + 4, "version " + std::to_string(found) + " of the format, not " + std::to_string(version));
  }
  const auto begin = in.little<std::uint64_t>(), last = in.little<std::uint64_t>();
  if (last < begin || last >> 52 != 0) in.file().fail(at + 8, "a range of memory that ends at " + std::to_string(last));
  in.skip(8);
  return {begin, last - begin + 1};
}

}  // namespace ksmsim
