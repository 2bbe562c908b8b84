#include <algorithm>
#include <sstream>
#include <string>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/config/load.h"

using namespace ksmsim;

namespace {

const Tree* find(const Tree& tree, const std::string& key) {
  for (const auto& [name, value] : std::get<Tree::Map>(tree.value)) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string explain_fault(const std::string& key) {
  return fault_text([&] { explain_key(key); });
}

}  // namespace

TEST_CASE("a key is explained with type, default and meaning") {
  CHECK(explain_key("ksm.pages_to_scan") ==
        "ksm.pages_to_scan\n"
        "  type     an integer from 0 to 4294967295\n"
        "  default  the kernel's: 100\n"
        "  meaning  Pages that ksmd looks at before it sleeps.\n");
  CHECK(explain_key("host.hz").find("default  250") != std::string::npos);
  CHECK(explain_key("stop").find("keys     full_scans, batches, time") != std::string::npos);
}

TEST_CASE("a key may be given in part, or with the number of a VM") {
  CHECK(explain_key("pages_to_scan") == explain_key("ksm.pages_to_scan"));
  CHECK(explain_key("vms.0.memory") == explain_key("vms[].memory"));
  CHECK(explain_key("regions.pages") == explain_key("vms[].regions[].pages"));
  CHECK(explain_fault("memory") == "'memory' may be host.memory, vms[].memory");
  CHECK(explain_fault("pages_to_scn") == "no key 'pages_to_scn' in a scenario (did you mean 'pages_to_scan'?)");
  CHECK(explain_fault("") == "no key '' in a scenario");
}

TEST_CASE("every key is explained within 80 columns") {
  for (const std::string& key : scenario_keys()) {
    std::istringstream lines(explain_key(key));
    for (std::string line; std::getline(lines, line);) {
      CAPTURE(key, line);
      CHECK(line.size() <= 80);
      CHECK((line.empty() || line.back() != ' '));
    }
  }
}

TEST_CASE("every key of the table is in the schema, and says what it means") {
  const Tree schema = scenario_schema();
  CHECK(std::get<std::string>(find(schema, "$schema")->value) == "http://json-schema.org/draft-07/schema#");
  for (const std::string& key : scenario_keys()) {
    if (key.find('[') != std::string::npos || key.find('.') != std::string::npos) continue;
    CAPTURE(key);
    const Tree* property = find(*find(schema, "properties"), key);
    REQUIRE(property != nullptr);
    CHECK(find(*property, "description") != nullptr);
  }
  const Tree* ksm = find(*find(schema, "properties"), "ksm");
  const Tree* sharing = find(*find(*ksm, "properties"), "max_page_sharing");
  CHECK(std::get<std::uint64_t>(find(*sharing, "minimum")->value) == 2);
}

TEST_CASE("keys are listed once each") {
  auto keys = scenario_keys();
  CHECK(std::count(keys.begin(), keys.end(), "vms[].memory") == 1);
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
}
