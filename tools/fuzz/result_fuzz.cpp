// Any bytes are a result or a UsageError, never a crash; and what is read gives the same when written and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "ksmsim/base/error.h"
#include "ksmsim/report/read_result.h"
#include "ksmsim/report/report.h"

using namespace ksmsim;

namespace {

std::string written(const RunResult& result) {
  std::ostringstream out;
  write_json(result, {}, out);
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string first;
  try {
    read_json(text, "fuzz.json", {false});
  } catch (const UsageError&) {
  }
  try {
    first = written(read_json(text, "fuzz.json"));
  } catch (const UsageError&) {
    return 0;
  }
  if (written(read_json(first, "written.json")) != first) std::abort();
  return 0;
}
