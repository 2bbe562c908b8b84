#include "../../sim/report/format.h"

#include "../../sim/report/lines.h"
#include "catch.h"

using namespace ksmsim;

TEST_CASE("bytes are written with three figures and a binary unit") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(1023) == "1023 B");
  CHECK(bytes_text(1024) == "1 KiB");
  CHECK(bytes_text(1024 * 1024 - 1) == "1 MiB");
  CHECK(bytes_text(-5 * 1024 * 1024) == "-5 MiB");
  CHECK(pages_text(1250) == "4.88 MiB");
  CHECK(bytes_text(std::int64_t{16} << 30) == "16 GiB");
}

TEST_CASE("durations are written in the units people use") {
  CHECK(duration_text(0) == "0 s");
  CHECK(duration_text(2.5e-7) == "250 ns");
  CHECK(duration_text(0.0032) == "3.2 ms");
  CHECK(duration_text(59.9) == "59.9 s");
  CHECK(duration_text(59.99) == "1 min 0 s");
  CHECK(duration_text(8388.8) == "2 h 19 min 49 s");
  CHECK(exact_duration_text(5.92712) == "5.927 s");
}

TEST_CASE("a deviation that rounds to nothing has no sign") {
  CHECK(fixed_text(-0.001, 2) == "0.00");
  CHECK(signed_text(-0.001, 2) == "0.00");
  CHECK(signed_text(0.001, 2) == "0.00");
  CHECK(signed_text(3.2, 2) == "+3.20");
  CHECK(signed_text(-3.2, 2) == "-3.20");
}

TEST_CASE("text is wrapped at spaces and a long word keeps its own line") {
  CHECK(wrap("one two three", 7) == std::vector<std::string>{"one two", "three"});
  CHECK(wrap("a /very/long/path b", 6) == std::vector<std::string>{"a", "/very/long/path", "b"});
  CHECK(wrap("", 6).empty());
}

TEST_CASE("columns are counted in code points, and cutting leaves them whole") {
  const std::string umlauts = "\xc3\xa4\xc3\xb6\xc3\xbc";  // three letters of two bytes
  CHECK(display_width(umlauts) == 3);
  CHECK(pad(umlauts, 5, true) == "  " + umlauts);
  CHECK(cut(umlauts + "xyz", 4) == "\xc3\xa4\xc3\xb6..");
  CHECK(cut(umlauts, 3) == umlauts);
}
