// Histories of counters: from samples and CSV, compared, shown.
#include <sstream>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/live/history.h"
#include "ksmsim/live/live.h"

using namespace ksmsim;

namespace {

/// Batches 1 to `count`; `pages_shared` is the batch's number.
History counting(std::int64_t count) {
  std::vector<Sample> samples;
  for (std::int64_t i = 1; i <= count; ++i) {
    Sample s;
    s.batch = s.counters.pages_shared = static_cast<std::uint64_t>(i);
    s.counters.general_profit = -64 * i;
    samples.push_back(s);
  }
  return history_of(samples);
}

void set(History& h, std::size_t row, const std::string& column, std::int64_t value) {
  h.rows[row][*h.column(column)] = value;
}

std::string shown(const History& a, const History& b) {
  return difference_text(a, "live", b, "simulated", compare(a, b));
}

std::string parse_error(const std::string& csv) {
  return fault_text([&] { parse_history(csv, "x.csv"); });
}

}  // namespace

TEST_CASE("equal histories are the same in all rows") {
  const Comparison c = compare(counting(8), counting(8));
  CHECK(c.same());
  CHECK(c.rows == 8);
  CHECK(c.rows_differing == 0);
  CHECK(c.columns.size() == 12);
  CHECK(shown(counting(8), counting(8)).empty());
}

TEST_CASE("the first differing row and column are found, and all differing rows counted") {
  History other = counting(9);
  set(other, 4, "general_profit", 0);
  set(other, 4, "pages_sharing", 7);
  set(other, 6, "pages_shared", 0);
  const Comparison c = compare(counting(9), other);
  REQUIRE(c.first);
  CHECK(c.first->row == 4);
  CHECK(c.first->column == "pages_sharing");
  CHECK(c.rows_differing == 2);
}

TEST_CASE("a history that ends early differs in the rows it lacks") {
  const Comparison c = compare(counting(5), counting(7));
  REQUIRE(c.first);
  CHECK(c.first->row == 5);
  CHECK(c.first->column.empty());
  CHECK(c.rows == 7);
  CHECK(c.rows_differing == 2);
}

TEST_CASE("columns that only one of them has are not compared") {
  History older = parse_history("# Linux 6.1\nbatch,pages_shared\n1,1\n\n2,2\r\n", "x.csv");
  CHECK(older.rows.size() == 2);
  const Comparison same = compare(older, counting(2));
  CHECK(same.same());
  CHECK(same.columns == std::vector<std::string>{"batch", "pages_shared"});
  set(older, 1, "pages_shared", 3);
  CHECK_FALSE(compare(older, counting(2)).same());
}

TEST_CASE("columns that a kernel lacks are left out of a history of samples") {
  const History h = history_of({Sample{}}, {"pages_skipped", "general_profit"});
  CHECK(h.columns.size() == 10);
  CHECK(h.rows[0].size() == 10);
  CHECK_FALSE(h.column("pages_skipped"));
}

TEST_CASE("mistakes in a recording are told with their line") {
  CHECK(parse_error("# only a comment\n") == "x.csv: there is no line of column names");
  CHECK(parse_error("batch,full_scans\n1,0\n2,many\n") == "x.csv:3: expected an integer, got 'many'");
  CHECK(parse_error("batch,full_scans\n1\n") == "x.csv:2: expected 2 values, as the line of names has");
}

TEST_CASE("a difference is shown with three rows before and two after, the row marked") {
  History other = counting(9);
  set(other, 4, "pages_sharing", 7);
  const std::string text = shown(counting(9), other);
  INFO(text);
  std::istringstream lines(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  REQUIRE(all.size() == 16);  // name, heads and 6 rows, twice
  CHECK(all[0] == "  live");
  CHECK(all[8] == "  simulated");
  CHECK(all[2].substr(0, 7) == "      2");
  CHECK(all[5].substr(0, 7) == ">     5");
  CHECK(all[13].substr(0, 7) == ">     5");
  CHECK(all[7].substr(0, 7) == "      7");
}

TEST_CASE("a difference fits in 80 columns and never lacks the column that differs") {
  History a = counting(9), b = counting(9);
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t i = 1; i < a.columns.size(); ++i) a.rows[row][i] = b.rows[row][i] = 123456789012;
  }
  set(b, 8, "general_profit", 987654321);
  const std::string text = shown(a, b);
  INFO(text);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  CHECK_THAT(text, contains_text("987654321"));
  CHECK_THAT(text, contains_text("batch"));
}

TEST_CASE("a row that only one side has is shown as dashes on the other") {
  CHECK_THAT(shown(counting(3), counting(2)), contains_text(">     -"));
}

TEST_CASE("a kernel is taken for the newest known version that is not newer") {
  CHECK(nearest_known_kernel("6.18.44-fc") == "6.18");
  CHECK(nearest_known_kernel("7.2.0") == "6.18");
  CHECK(nearest_known_kernel("6.10.3-amd64") == "6.8");
  CHECK(nearest_known_kernel("6.1.0-18-amd64") == "6.1");
  CHECK(nearest_known_kernel("5.9.16") == "5.1");
  CHECK(nearest_known_kernel("4.9.0") == "4.14");
}
