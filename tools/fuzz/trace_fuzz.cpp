// Any bytes are a trace or a TraceError, never a crash; what is read is right, and the same after it was written. Bytes
// that begin with # are a text page list; others are records, each a byte for its type, two for its size and the
// payload, which get the check sums that a file has.
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "ksmsim/trace/trace_file.h"
#include "ksmsim/trace/trace_summary.h"
#include "records.h"

using namespace ksmsim;

namespace {

std::string file_of(std::span<const std::byte> data) {
  constexpr std::array<const char*, 5> kTypes{"HEAD", "FING", "BYTE", "PAGE", "DIFF"};
  std::ostringstream out;
  RecordWriter records(out);
  while (data.size() >= 3) {
    const auto type = kTypes[static_cast<std::size_t>(data[0]) % kTypes.size()];
    const std::size_t wanted = static_cast<std::size_t>(data[1]) | static_cast<std::size_t>(data[2]) << 8;
    const std::size_t size = std::min(wanted, data.size() - 3);
    records.write(type, data.subspan(3, size));
    data = data.subspan(3 + size);
  }
  records.finish();
  return out.str();
}

Trace load(const std::string& bytes) {
  const auto path = std::filesystem::temp_directory_path() / ("ksmsim-fuzz-" + std::to_string(getpid()) + ".ksmtrace");
  std::ofstream(path, std::ios::binary) << bytes;
  try {
    Trace trace = load_trace(path.string(), true);
    std::filesystem::remove(path);
    return trace;
  } catch (...) {
    std::filesystem::remove(path);
    throw;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
  const bool list = size > 0 && data[0] == '#';
  try {
    const Trace trace = load(list ? std::string(reinterpret_cast<const char*>(data), size) : file_of(bytes));
    summarise(trace, trace.snapshots.size() - 1);
    std::ostringstream again;
    write_trace(trace, again);
    if (!(load(again.str()) == trace)) std::abort();
  } catch (const TraceError&) {
    return 0;
  }
  return 0;
}
