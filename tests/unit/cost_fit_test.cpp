// A profile's terms from ksmd's CPU time over work that is known.
#include "ksmsim/cost/cost_fit.h"

#include "catch.h"

using namespace ksmsim;

namespace {

/// Batches with some of everything, the amounts of a row unlike the next one's.
std::vector<CostRow> varied_batches() {
  std::vector<CostRow> rows;
  std::uint64_t state = 1;
  for (std::uint64_t i = 0; i < 200; ++i) {
    CostRow row;
    row.pass = i / 50;
    const auto some = [&state] {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return static_cast<double>(state >> 52);
    };
    row.checksums = some() * 20;
    for (double& amount : row.amounts) amount = some() * 20;
    rows.push_back(row);
  }
  return rows;
}

CostProfile made_up() {
  CostProfile cpu;
  cpu.name = "made up";
  cpu.hot_ns["some"] = 100;
  cpu.miss_ns = 300;
  cpu.rest = {500, 40, 30, 200, 250, 80, 300, 150, 1100, 2000, 5000, 1500, 9000, 70000};
  return cpu;
}

}  // namespace

TEST_CASE("times that cannot be negative are found where the rows follow from them") {
  const std::vector<std::vector<double>> rows{{1, 0}, {1, 2}, {3, 1}};
  const std::vector<double> times = fit_not_negative(rows, {2, 8, 9}, {1, 1, 1});
  CHECK(times[0] == Approx(2));
  CHECK(times[1] == Approx(3));
}

TEST_CASE("a time that would be negative is 0, and the others are the best without it") {
  const std::vector<double> times = fit_not_negative({{1, 0}, {1, 1}}, {4, 2}, {1, 1});
  CHECK(times[0] == Approx(3));
  CHECK(times[1] == 0);
}

TEST_CASE("a fit to what a profile makes of batches gives that profile's miss time and terms") {
  const CostProfile cpu = made_up();
  std::vector<CostRow> rows = varied_batches();
  for (CostRow& row : rows) row.real_ns = modelled_ns(cpu, "some", row);
  CostProfile known;
  known.hot_ns = cpu.hot_ns;
  for (const VisitTerm& term : kVisitTerms) {
    if (term.timed_alone) known.rest.*term.ns = cpu.rest.*term.ns;
  }
  const CostProfile fitted = fit_profile(known, "some", {rows});
  for (const CostRow& row : by_pass(rows))
    CHECK(modelled_ns(fitted, "some", row) == Approx(row.real_ns).epsilon(0.001));
  CHECK(fitted.rest.compare == cpu.rest.compare);
  CHECK(fitted.rest.join == Approx(cpu.rest.join).epsilon(0.05));
  CHECK(fitted.rest.pair == Approx(cpu.rest.pair).epsilon(0.05));
}

TEST_CASE("a term that nothing was measured of stays as it was") {
  std::vector<CostRow> rows = varied_batches();
  const std::size_t split = 12;
  REQUIRE(kVisitTerms[split].key == "split");
  for (CostRow& row : rows) {
    row.amounts[split] = 0;
    row.real_ns = modelled_ns(made_up(), "some", row);
  }
  CostProfile known = made_up();
  known.rest.split = 12345;
  CHECK(fit_profile(known, "some", {rows}).rest.split == 12345);
}

TEST_CASE("what a split takes is what batches with one take more, though every visit costs less than modelled") {
  CostProfile real = made_up();
  std::vector<CostRow> rows;
  for (std::uint64_t i = 0; i < 64; ++i) {
    CostRow row;
    row.pass = i / 32;
    row.amounts[0] = row.checksums = static_cast<double>(60 + i % 5);
    row.amounts[12] = row.amounts[9] = row.pass == 1 && i % 8 == 0 ? 1 : 0;
    row.real_ns = modelled_ns(real, "some", row) - 90 * row.amounts[0];
    rows.push_back(row);
  }
  REQUIRE(kVisitTerms[12].key == "split");
  REQUIRE(kVisitTerms[9].key == "join");
  CostProfile known = real;
  known.rest.split = 0;
  CHECK(split_ns(known, "some", rows).value() == Approx(9000).epsilon(0.02));
  rows.resize(32);
  CHECK_FALSE(split_ns(known, "some", rows).has_value());
}

TEST_CASE("batches are taken together by full scan") {
  const std::vector<CostRow> rows = varied_batches();
  const std::vector<CostRow> passes = by_pass(rows);
  REQUIRE(passes.size() == 4);
  CHECK(passes[3].pass == 3);
  double checksums = 0;
  for (std::size_t i = 50; i < 100; ++i) checksums += rows[i].checksums;
  CHECK(passes[1].checksums == checksums);
}
