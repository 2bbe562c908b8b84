// Any bytes are a scenario or a ScenarioError, never a crash; and what is accepted says the same
// when written out and read again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "ksmsim/config/load.h"

using namespace ksmsim;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string written;
  try {
    const std::string yaml(data, data + size);
    written = to_yaml(resolved_tree(parse_scenario(yaml, "fuzz.yaml")));
  } catch (const ScenarioError&) {
    return 0;
  }
  if (to_yaml(resolved_tree(parse_scenario(written, "written.yaml"))) != written) std::abort();
  return 0;
}
