// Every scenario of scenarios/ against what it gave when somebody last looked: counters, samples and fingerprints,
// without meta. The same on every compiler.
#include <filesystem>
#include <nlohmann/json.hpp>

#include "golden.h"
#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/report.h"

using namespace ksmsim;

namespace {

/// What a measured scenario measures differs from run to run; all else it gives is the same as modelled.
std::string result_of(const std::filesystem::path& file) {
  const Overrides modelled{{"host.checksum_time", "modelled"}};
  const RunResult run = run_points(load_scenario(file.string(), modelled), load_points(file.string(), modelled));
  std::ostringstream out;
  write_json(run, Provenance{}, out);
  auto document = nlohmann::ordered_json::parse(out.str());
  document.erase("meta");
  for (auto& point : document["points"]) point.erase("meta");
  return document.dump(1) + "\n";
}

}  // namespace

TEST_CASE("every scenario gives what it gave") {
  const std::filesystem::path root = KSMSIM_SOURCE_DIR;
  std::size_t seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(root / "scenarios")) {
    if (entry.path().extension() != ".yaml") continue;
    ++seen;
    CAPTURE(entry.path());
    const std::string name = entry.path().stem().string() + ".json";
    check_golden(name, result_of(entry.path()));
  }
  CHECK(seen >= 10);
}
