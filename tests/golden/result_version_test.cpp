// A sweep's store takes results of its own kResultVersion for what this program would give. So whoever changes results
// has to raise it: result_version.txt has the version, and what every scenario gave with it.
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "golden.h"
#include "ksmsim/hash/fingerprint.h"
#include "ksmsim/sweep/plan.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(KSMSIM_SOURCE_DIR) / "tests/golden";

std::string digest_of(const std::filesystem::path& golden) {
  const std::string points = nlohmann::ordered_json::parse(read_file(golden))["points"].dump();
  const Fingerprint print = fingerprint(std::as_bytes(std::span(points.data(), points.size())));
  std::ostringstream text;
  text << std::hex << print.high << print.low;
  return text.str();
}

std::map<std::string, std::string> digests_now() {
  std::map<std::string, std::string> digests;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".json") digests[entry.path().stem().string()] = digest_of(entry.path());
  }
  return digests;
}

struct Recorded {
  int version = 0;
  std::map<std::string, std::string> digests;
};

Recorded recorded() {
  Recorded recorded;
  std::istringstream in(read_file(kFolder / "result_version.txt"));
  in >> recorded.version;
  for (std::string name, digest; in >> name >> digest;) recorded.digests[name] = digest;
  return recorded;
}

}  // namespace

TEST_CASE("results that change come with another kResultVersion") {
  const Recorded before = recorded();
  const auto now = digests_now();
  if (before.version == kResultVersion) {
    for (const auto& [name, digest] : before.digests) {
      INFO(name << " gives other results: raise kResultVersion (sweep/plan.h)");
      CHECK((now.count(name) == 0 || now.at(name) == digest));
    }
  }
  std::ostringstream text;
  text << kResultVersion << '\n';
  for (const auto& [name, digest] : now) text << name << ' ' << digest << '\n';
  check_golden("result_version.txt", text.str());
}
