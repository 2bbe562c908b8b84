#include "../../sim/report/html/scale.h"

#include <cmath>

#include "../../sim/report/html/line_chart.h"
#include "../../sim/report/html/values.h"
#include "catch.h"

using namespace ksmsim;

namespace {

using Values = std::vector<double>;

std::vector<std::string> labels(const Ticks& ticks) {
  std::vector<std::string> texts;
  for (const double tick : ticks.at) texts.push_back(tick_text(tick, ticks.step));
  return texts;
}
using Texts = std::vector<std::string>;

/// Samples whose merged pages are `shape(batch)`.
template <class Shape>
std::vector<Sample> samples_of(std::size_t count, Shape shape) {
  std::vector<Sample> samples(count);
  for (std::size_t i = 0; i < count; ++i) samples[i].counters.pages_sharing = shape(i);
  return samples;
}

std::uint64_t sharing(const Sample& sample) { return sample.counters.pages_sharing; }

}  // namespace

TEST_CASE("ticks are round and cover the range") {
  CHECK(labels(round_ticks(0, 13.3)) == Texts{"0", "5", "10", "15"});
  CHECK(labels(round_ticks(0, 0.419)) == Texts{"0.0", "0.1", "0.2", "0.3", "0.4", "0.5"});
  CHECK(labels(round_ticks(79.9, 87.2)) == Texts{"78", "80", "82", "84", "86", "88"});
  CHECK(labels(round_ticks(-3, 2)) == Texts{"-3", "-2", "-1", "0", "1", "2"});
  CHECK(round_ticks(0, 1e9).at.back() == 1e9);
}

TEST_CASE("a range of one value still gets an axis") {
  for (const double value : {0.0, 5.0, 1e-9, -2.0, 1e18}) {
    CAPTURE(value);
    const Ticks ticks = round_ticks(value, value);
    CHECK(ticks.at.size() >= 2);
    CHECK(ticks.at.size() < 20);
    CHECK(ticks.at.front() <= value);
    CHECK(ticks.at.back() >= value);
  }
}

TEST_CASE("logarithmic ticks over a wide range are left out where their labels would meet") {
  CHECK(log_ticks(250, 19'000).at == Values{200, 500, 2000, 5000, 20'000});
  for (int doublings = 4; doublings < 24; ++doublings) {
    const std::vector<double> at = log_ticks(90, std::ldexp(90.0, doublings) + 1).at;
    CHECK(at.size() >= 2);
    CHECK(at.size() <= 6);
  }
}

TEST_CASE("logarithmic ticks are 1, 2 and 5 times powers of ten around the range") {
  CHECK(log_ticks(900, 4000).at == Values{500, 1000, 2000, 5000});
  CHECK(log_ticks(1000, 1000).at == Values{1000, 2000});
  CHECK(log_ticks(900, 19'000).at == Values{500, 1000, 2000, 5000, 10'000, 20'000});
  const Scale scale(900, 4000, 5, Scale::Kind::log);
  CHECK(scale.share(500) == Approx(0).margin(1e-12));
  CHECK(scale.share(5000) == Approx(1));
}

TEST_CASE("large numbers have their thousands set apart") {
  CHECK(tick_text(5000, 1000) == "5000");
  CHECK(tick_text(1500000, 500000) ==
        "1\xe2\x80\xaf"
        "500\xe2\x80\xaf"
        "000");
}

TEST_CASE("units suit what is shown") {
  CHECK(memory_unit(1023).name == "B");
  CHECK(memory_unit(13.3 * 1024 * 1024 * 1024).name == "GiB");
  CHECK(time_unit(8556).name == "h");
  CHECK(time_unit(600).name == "min");
  CHECK(time_unit(60).name == "s");
  CHECK(time_unit(0.02).name == "ms");
}

TEST_CASE("figures show as many digits as matter") {
  CHECK(significant_text(0.06478) == "0.0648");
  CHECK(significant_text(84.54) == "84.5");
  CHECK(significant_text(0) == "0");
  CHECK(nanoseconds_text(1084.1) == "1084 ns");
  CHECK(nanoseconds_text(7.25) == "7.25 ns");
  CHECK(figure_text(find_figure("saved_pages"), 262144) == "1 GiB");
  CHECK(figure_text(find_figure("ksmd.cpu_percent"), 0.41904) == "0.419 %");
}

TEST_CASE("few samples are all kept") {
  const auto samples = samples_of(5, [](std::size_t i) { return i; });
  CHECK(thinned(samples, {sharing}, 400) == std::vector<std::size_t>{0, 1, 2, 3, 4});
  CHECK(thinned({}, {sharing}, 400).empty());
}

TEST_CASE("of many samples the ends, and the peaks between, are kept") {
  const auto samples = samples_of(40'000, [](std::size_t i) { return i == 12'345 ? 1'000'000 : i; });
  const std::vector<std::size_t> kept = thinned(samples, {sharing}, 400);
  CHECK(kept.size() <= 400);
  CHECK(kept.size() > 200);
  CHECK(kept.front() == 0);
  CHECK(kept.back() == 39'999);
  CHECK(std::is_sorted(kept.begin(), kept.end()));
  CHECK(std::binary_search(kept.begin(), kept.end(), 12'345u));
}
