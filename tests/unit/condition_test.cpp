#include "ksmsim/config/condition.h"
#include "catch.h"
#include "fault_text.h"

using namespace ksmsim;

namespace {

std::optional<Condition::Value> known(std::string_view name) {
  if (name == "pages") return 200.0;
  if (name == "ksm.sleep") return 20.0;
  if (name == "memory") return 64.0 * 1024 * 1024;
  if (name == "ksm.hash") return "crc32c-hw";
  return std::nullopt;
}

bool holds(const std::string& text) { return Condition(text).holds(known); }

std::string fault(const std::string& text) {
  return fault_text([&] { holds(text); });
}

}  // namespace

TEST_CASE("a condition compares numbers that names stand for") {
  CHECK(holds("pages == 200"));
  CHECK(holds("pages>=200"));
  CHECK_FALSE(holds("pages < 200"));
  CHECK(holds("pages != ksm.sleep"));
  CHECK(holds("(pages + 100) * 1000 / ksm.sleep <= 15000"));
  CHECK(holds("pages - 100 - 50 == 50"));
  CHECK(holds("pages / 10 / 2 == 10"));
}

TEST_CASE("numbers of a condition may have units") {
  CHECK(holds("memory == 64MiB"));
  CHECK(holds("ksm.sleep * 1000000 == 20ms"));
  CHECK(holds("pages * 10% == 20"));
}

TEST_CASE("a word that is no name is a text to compare with") {
  CHECK(holds("ksm.hash == crc32c-hw"));
  CHECK(holds("ksm.hash != 'jhash2'"));
}

TEST_CASE("a condition that cannot be told says why") {
  CHECK(fault("pages") == "condition 'pages': expected one of < <= > >= == != at the end");
  CHECK(fault("pages < ") == "condition 'pages < ': expected a number, a name or '(' at the end");
  CHECK(fault("pages < 3 4") == "condition 'pages < 3 4': expected the end before '4'");
  CHECK(fault("pages < 3parsec") == "'3parsec' in 'pages < 3parsec' is not a number with a known unit");
  CHECK(fault("ksm.hahs == jhash2") == "condition 'ksm.hahs == jhash2': there is no 'ksm.hahs' here");
  CHECK(fault("ksm.hash < 3") == "condition 'ksm.hash < 3': 'crc32c-hw' is not a number");
  CHECK(fault("1 < 2") == "condition '1 < 2': has no name that is known here");
  CHECK(fault("page == 3") == "condition 'page == 3': has no name that is known here");
  CHECK(fault(std::string(1000, '(') + "pages").find("fewer brackets") != std::string::npos);
  CHECK_FALSE(fault("ksm.hash == 'jhash2").empty());
}
