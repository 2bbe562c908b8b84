// Results side by side.
#include "ksmsim/analysis/compare.h"

#include <algorithm>
#include <sstream>

#include "catch.h"
#include "document_text.h"
#include "ksmsim/analysis/threshold.h"
#include "ksmsim/base/error.h"
#include "ksmsim/report/compare_report.h"
#include "ksmsim/report/report.h"
#include "sample_results.h"

using namespace ksmsim;

namespace {

NamedResult one(const std::string& name, double mean_ns, const std::string& hash = "xxh64") {
  RunResult result;
  result.scenario = sample_scenario();
  result.points = {sample_point(hash, mean_ns)};
  result.points[0].scenario.ksm.hash = hash;
  return {name, result};
}

/// Three hashes, each with as many seeds as it has times.
NamedResult swept(const std::string& name, const std::vector<std::pair<std::string, std::vector<double>>>& hashes) {
  NamedResult named{name, {}};
  for (const auto& [hash, times] : hashes) {
    for (std::size_t seed = 0; seed < times.size(); ++seed) {
      named.result.points.push_back(sample_point(hash, times[seed]));
      named.result.points.back().settings = {{"ksm.hash", hash}, {"seed", std::to_string(seed)}};
    }
  }
  return named;
}

const ComparedFigure& figure(const ComparedCase& from, const std::string& name) {
  return *std::find_if(from.figures.begin(), from.figures.end(),
                       [&](const ComparedFigure& f) { return f.figure->name == name; });
}

std::string text_of(const CompareReport& report) { return text_of(compare_document(report)); }

CheckedThreshold check(const std::string& condition, bool forbidden = false) {
  const ResultComparison comparison = compare_results({one("a", 5000, "jhash2"), one("b", 1250)});
  return check_threshold(comparison, Threshold(condition), forbidden);
}

}  // namespace

TEST_CASE("of two results all figures are compared, and the keys of their scenarios that differ are named") {
  const ResultComparison comparison = compare_results({one("a", 5000, "jhash2"), one("b", 1250)});
  CHECK(comparison.names == std::vector<std::string>{"a", "b"});
  REQUIRE(comparison.differences.size() == 1);
  CHECK(comparison.differences[0].key == "ksm.hash");
  CHECK(comparison.differences[0].values == std::vector<std::string>{"jhash2", "xxh64"});
  REQUIRE(comparison.cases.size() == 1);
  const ComparedFigure& mean = figure(comparison.cases[0], "checksum.mean_ns");
  CHECK_FALSE(mean.values[0]->change);
  CHECK(*mean.values[1]->change == -0.75);
  CHECK_FALSE(mean.values[1]->p);
  CHECK(ranked(mean) == std::vector<std::size_t>{1, 0});
  CHECK(ranked(figure(comparison.cases[0], "saved_pages")).empty());
}

TEST_CASE("equal results do not differ") {
  const ResultComparison comparison = compare_results({one("a", 5000), one("b", 5000)});
  CHECK(comparison.differences.empty());
  for (const ComparedFigure& compared : comparison.cases[0].figures) CHECK(compared.values[1]->change == 0.0);
}

TEST_CASE("points of one result are its alternatives, and seeds are repeats") {
  const NamedResult named =
      swept("sweep", {{"xxh64", {100, 102, 98}}, {"xxh32", {101, 103, 99}}, {"jhash2", {300, 301, 302}}});
  const ResultComparison comparison = compare_results({named}, "jhash");
  CHECK(comparison.names == std::vector<std::string>{"hash=xxh64", "hash=xxh32", "hash=jhash2"});
  CHECK(comparison.baseline == 2);
  const ComparedFigure& mean = figure(comparison.cases[0], "checksum.mean_ns");
  CHECK(mean.values[0]->repeats == 3);
  CHECK(mean.values[0]->mean == 100);
  CHECK(mean.values[0]->deviation == 2);
  CHECK(*mean.values[0]->p < 0.001);
}

TEST_CASE("Welch's test gives the p that other programs give") {
  // R: t.test(c(100,102,98), c(101,103,99))$p.value
  const ResultComparison comparison =
      compare_results({swept("s", {{"xxh64", {100, 102, 98}}, {"xxh32", {101, 103, 99}}})});
  CHECK(*figure(comparison.cases[0], "checksum.mean_ns").values[1]->p == Approx(0.5733).margin(0.0001));
}

TEST_CASE("points of two sweeps are matched by what they set, and those of one of them only are named") {
  const ResultComparison comparison =
      compare_results({swept("before", {{"xxh64", {100}}, {"jhash2", {300}}}),
                       swept("after", {{"jhash2", {150}}, {"xxh64", {50}}, {"xxh3", {9}}})});
  REQUIRE(comparison.cases.size() == 2);
  CHECK(comparison.cases[0].settings == std::vector<std::pair<std::string, std::string>>{{"ksm.hash", "xxh64"}});
  for (const ComparedCase& compared : comparison.cases) {
    CHECK(*figure(compared, "checksum.mean_ns").values[1]->change == -0.5);
  }
  CHECK(comparison.unmatched == std::vector<std::string>{"hash=xxh3 (not in before)"});
}

TEST_CASE("there must be something to compare") {
  CHECK_THROWS_WITH(compare_results({one("a", 1)}), "nothing to compare: a has one point; give another result");
  CHECK_THROWS_WITH(
      compare_results({swept("a", {{"xxh64", {1}}, {"xxh32", {1}}}), swept("b", {{"jhash2", {1}}, {"xxh3", {2}}})}),
      contains_text("no point in common, such as hash=xxh64 (not in b)"));
  CHECK_THROWS_WITH(compare_results({one("before", 1), one("after", 1)}, "afer"),
                    contains_text("did you mean 'after'?"));
}

TEST_CASE("a figure that one does not tell is compared among the others") {
  std::vector<NamedResult> three{one("a", 1), one("b", 2), one("c", 3)};
  three[1].result.points[0].not_told = {"general_profit"};
  const ResultComparison comparison = compare_results(three);
  const ComparedFigure& profit = figure(comparison.cases[0], "general_profit");
  CHECK(profit.values[0]);
  CHECK_FALSE(profit.values[1]);
  CHECK(ranked(profit).empty());
}

TEST_CASE("conditions take numbers, quantities and changes") {
  CHECK(check("checksum.mean_ns <= 5000").where.empty());
  CHECK(check("checksum.mean_ns<1500").where == std::vector<std::string>{"a: 5000 ns"});
  CHECK(check("mean_ns < 1.5us").where == std::vector<std::string>{"a: 5000 ns"});
  CHECK(check("mean_ns > -10%").where == std::vector<std::string>{"b: -75 %"});
  CHECK(check("mean_ns > +10%", true).where.empty());
  CHECK(check("mean_ns < -10%", true).where == std::vector<std::string>{"b: -75 %"});
  CHECK(check("checksum.cpu_percent < 5%").where.empty());
  CHECK(check("saved_pages == +0%").where.empty());
  CHECK(check("checksum.p99_ns > 0").where == std::vector<std::string>{"a: not told", "b: not told"});
}

TEST_CASE("a condition that is none says what is expected") {
  CHECK_THROWS_WITH(Threshold("mean_ns"), contains_text("expected a condition such as"));
  CHECK_THROWS_WITH(Threshold("mean < 3"), contains_text("there is no figure 'mean'"));
  CHECK_THROWS_WITH(Threshold("mean_ns < fast"),
                    contains_text("expected a number, in ns, or a change such as +5%, got 'fast'"));
  CHECK_THROWS_AS(Threshold("mean_ns < 5%"), UsageError);
  CHECK_THROWS_AS(Threshold("mean_ns <"), UsageError);
}

TEST_CASE("the text of a comparison has change, speed-up and verdict, and fits 80 columns") {
  CompareReport report{compare_results({one("before", 5000, "jhash2"), one("after", 1250)}), {}, {}};
  report.checks = {check_threshold(report.comparison, Threshold("mean_ns < 1500"), false)};
  const std::string text = text_of(report);
  CHECK_THAT(text, contains_text("-75.0 %"));
  CHECK_THAT(text, contains_text("4.00 times faster"));
  CHECK_THAT(text, contains_text("modelled"));
  CHECK_THAT(text, contains_text("FAILED by before: 5000 ns"));
  CHECK_THAT(text, contains_text("saved_pages 10"));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
}

TEST_CASE("the text of many alternatives ranks them and marks what may be chance") {
  const NamedResult named =
      swept("s", {{"xxh64", {100, 102, 98}}, {"xxh32", {101, 103, 99}}, {"jhash2", {300, 301, 302}}});
  const std::string text = text_of({compare_results({named}), {}, {&find_figure("mean_ns")}});
  CHECK_THAT(text, contains_text("hash=xxh64, hash=xxh32 (1.01 times slower), hash=jhash2"));
  CHECK_THAT(text, contains_text("101.00 ns +- 2.00 ns (+1.0 %) ~"));
}

TEST_CASE("CSV of a comparison has a row for each figure and alternative") {
  std::ostringstream out;
  write_compare_csv({compare_results({one("a,b", 5000), one("c", 1250)}), {}, {}}, out);
  CHECK_THAT(out.str(),
             contains_text("\n,checksum.mean_ns,ns,\"a,b\",1,5000,0,,\n,checksum.mean_ns,ns,c,1,1250,0,-0.75,\n"));
}
