#include "ksmsim/report/html_report.h"

#include <sstream>

#include "catch.h"
#include "html_check.h"
#include "sample_results.h"

using namespace ksmsim;

namespace {

const Provenance kHere{"0.1.0", "a CPU", "Linux 6.1.0", "2030-01-01T00:00:00Z"};

std::string html_of(const RunResult& result, const HtmlOptions& options = {"ksmsim run small.yaml --html r.html"},
                    const Provenance& provenance = kHere) {
  std::ostringstream out;
  write_html(result, provenance, options, out);
  return out.str();
}

/// A sweep of `count` values of pages_to_scan, and of `seeds` repeats each; what it saves grows, as its price does.
RunResult large_sweep(std::size_t count, std::size_t seeds = 1) {
  RunResult result{sample_scenario(), {}};
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t seed = 0; seed < seeds; ++seed) {
      PointResult point = sample_point("xxh64", 1000 + static_cast<double>(i * 10 + seed));
      point.settings = {{"ksm.pages_to_scan", std::to_string(100 * (i + 1))}};
      if (seeds > 1) point.settings.emplace_back("seed", std::to_string(seed));
      point.counters.pages_sharing += i;
      point.ksmd_cpu_percent = 0.1 * static_cast<double>(i + 1);
      result.points.push_back(point);
    }
  }
  return result;
}

RunResult two_axes() {
  RunResult result{sample_scenario(), {}};
  for (const int pages : {100, 200, 400}) {
    for (const int sleep : {10, 20}) {
      PointResult point = sample_point();
      point.settings = {{"ksm.pages_to_scan", std::to_string(pages)}, {"ksm.sleep_millisecs", std::to_string(sleep)}};
      point.counters.general_profit = pages * 1000;
      point.ksmd_cpu_percent = static_cast<double>(pages) / sleep;
      result.points.push_back(point);
    }
  }
  return result;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a report is one whole page that asks for nothing else") {
  for (const RunResult& result : {sample_result(), sample_sweep(), large_sweep(3), large_sweep(2, 3), two_axes()}) {
    const std::string page = html_of(result);
    CHECK(html_problem(page) == "");
    CHECK(has(page, "default-src 'none'"));
    for (const char* part : {" src=", "@import", "url(", "<link", "<iframe", "onload="}) CHECK_FALSE(has(page, part));
    CHECK(occurrences(page, "<h1") == 1);
  }
}

TEST_CASE("equal results give equal bytes but for the line of provenance") {
  RunResult again = sample_sweep();
  again.points[0].meta.wall_seconds = 99;
  const Provenance elsewhere{"0.2.0", "another", "5.0", "2031-01-01T00:00:00Z"};
  CHECK(html_of(sample_sweep()) == html_of(again));
  CHECK(html_of(sample_sweep()) != html_of(again, {"ksmsim run small.yaml --html r.html"}, elsewhere));
  CHECK(html_of(sample_sweep(), {"", false}) == html_of(again, {"", false}, elsewhere));
  CHECK_FALSE(has(html_of(sample_sweep(), {"", false}), "a CPU"));
}

TEST_CASE("the report says first what came out") {
  CHECK(has(html_of(sample_sweep()), "fast takes the least time for a checksum (modelled): 1000 ns, 50.0 % less than slow."));
  CHECK(has(html_of(sample_sweep()), "All 2 points save 400 KiB, 19.5 % of the VMs&#39; memory."));
  CHECK(has(html_of(sample_result()),
            "In 2 h 20 min 0 s, KSM saved 400 KiB, 19.5 % of the VMs&#39; memory; ksmd took "
            "0.0200 % of one CPU for it (modelled)."));
}

TEST_CASE("published values stand beside ours, with the deviation") {
  const std::string page = html_of(sample_sweep());
  CHECK(has(page, "<span class=\"kind\">published</span>"));
  CHECK(has(page, "<td class=\"n\">1100.00</td><td class=\"n\">-9.09</td>"));
  CHECK(has(page, "A. Author, 2018"));
  CHECK(has(page, "class=\"published\""));
}

TEST_CASE("the report names the command that makes it again, every setting and every source") {
  const std::string page = html_of(sample_sweep());
  CHECK(has(page, "<code>ksmsim run small.yaml --html r.html</code>"));
  CHECK(has(page, "pages_to_scan: 200"));
  CHECK(has(page, "modelled, profile bench: fitted to a table"));
}

TEST_CASE("names that are HTML are shown, not obeyed") {
  const std::string evil = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>";
  RunResult result = sample_sweep();
  result.scenario.name = result.scenario.description = evil;
  result.scenario.reference.source = evil;
  for (PointResult& point : result.points) {
    point.scenario.name = evil;
    point.settings[0].second = point.settings[0].first = evil + point.checksum.hash;
    point.checksum.hash += evil;
    point.checksum.profile = point.checksum.profile_source = evil;
    point.vms[0].name = evil;
    point.sharing = {{SharedContents::What::image, 3, {{0, 5}, {1, 6}}}};
  }
  const std::string page = html_of(result, {evil, true}, {evil, evil, evil, evil});
  CHECK(html_problem(page) == "");
  CHECK_FALSE(has(page, "<script>alert"));
  CHECK_FALSE(has(page, "<img"));
}

TEST_CASE("a result without points, and one that knows nothing, are still pages") {
  CHECK(html_problem(html_of({sample_scenario(), {}})) == "");
  RunResult bare{Scenario{}, {PointResult{}}};
  CHECK(html_problem(html_of(bare)) == "");
  bare.points.push_back(PointResult{});
  CHECK(html_problem(html_of(bare)) == "");
  RunResult untold = sample_sweep();
  for (PointResult& point : untold.points) {
    point.not_told = {"general_profit", "pages_scanned", "ksm_zero_pages", "checksums"};
    point.samples.clear();
    point.vms.clear();
  }
  CHECK(html_problem(html_of(untold)) == "");
}

TEST_CASE("of a thousand points the report shows some and says how many not") {
  const std::string page = html_of(large_sweep(1000));
  CHECK(html_problem(page) == "");
  CHECK(page.size() < 600'000);
  CHECK(has(page, "The 30 shortest; 970 more are not drawn."));
  CHECK(has(page, "100 of 1000 rows; --json and --csv write all."));
  CHECK(occurrences(page, "class=\"bar\"") < 40);
}

TEST_CASE("points that differ in the seed only are one bar with its spread") {
  const std::string page = html_of(large_sweep(2, 3));
  CHECK(has(page, "least to most of the repeats"));
  CHECK(occurrences(page, "<rect class=\"bar\"") == 3);  // two, and one in the legend
  CHECK(has(page, "<td class=\"n\">3</td><td class=\"n\">1010.00</td><td class=\"n\">1012.00</td>"));
}

TEST_CASE("two axes give heat maps, one does not") {
  const std::string page = html_of(two_axes());
  CHECK(has(page, "id=\"map-savings\""));
  CHECK(has(page, "general_profit over pages_to_scan and sleep_millisecs"));
  CHECK(occurrences(page, "class=\"cell q") == 12);
  CHECK_FALSE(has(html_of(large_sweep(3)), "id=\"map-savings\""));
}

TEST_CASE("measured checksums are shown as they lie, and as measured") {
  RunResult result = sample_sweep();
  for (PointResult& point : result.points) {
    point.checksum.source = "measured";
    point.checksum.p50_ns = point.checksum.mean_ns * 0.9;
    point.checksum.p99_ns = point.checksum.mean_ns * 2;
    point.checksum.histogram = {{800, 10}, {1000, 100}, {1500, 20}, {0, 1}};
  }
  const std::string page = html_of(result);
  CHECK(html_problem(page) == "");
  CHECK(has(page, "id=\"checksum-distribution\""));
  CHECK(has(page, "<span class=\"kind\">measured</span>"));
  CHECK(has(page, "half of them take less (p50) to 99 % (p99)"));
}

TEST_CASE("the sharing matrix counts contents that both hold, and merged pages on its diagonal") {
  RunResult result = sample_result();
  result.points[0].vms.push_back({"vm2", 250, 7, 0, 0});
  result.points[0].sharing = {{SharedContents::What::zeros, 1, {{0, 40}, {1, 40}, {2, 5}}},
                              {SharedContents::What::image, 11, {{0, 20}, {1, 11}}},
                              {SharedContents::What::pattern, 2, {{2, 9}}}};
  const std::string page = html_of(result);
  CHECK(has(page, "<th scope=\"row\" class=\"\">vm0</th>") == false);
  CHECK(has(page, "<th scope=\"row\">vm0</th><td>itself</td><td class=\"n\"></td><td class=\"n\">60</td>"));
  CHECK(has(page, "<th scope=\"row\">vm0</th><td>vm1</td><td class=\"n\">12</td><td class=\"n\"></td>"));
  CHECK(has(page, "<th scope=\"row\">vm1</th><td>vm2</td><td class=\"n\">1</td><td class=\"n\"></td>"));
  CHECK(has(page, "of images that VMs were made from</th><td class=\"n\">11</td><td class=\"n\">31</td>"));
}

TEST_CASE("long runs keep a few hundred points a line") {
  RunResult result = sample_result();
  result.points[0].samples.clear();
  for (std::uint64_t batch = 1; batch <= 50'000; ++batch) result.points[0].samples.push_back(sample_row(batch));
  const std::string page = html_of(result);
  CHECK(page.size() < 200'000);
  CHECK(has(page, "of 50000 samples"));
}

TEST_CASE("a point with many VMs shows those with the most merged pages") {
  RunResult result = sample_result();
  for (std::uint64_t i = 0; i < 200; ++i) result.points[0].vms.push_back({"more" + std::to_string(i), 300, i, 0, 0});
  const std::string page = html_of(result);
  CHECK(has(page, "The 30 with the most merged pages of 202."));
  CHECK(html_problem(page) == "");
}
