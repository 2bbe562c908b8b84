#include "ksmsim/base/histogram.h"

#include "catch.h"

using ksmsim::Histogram;

TEST_CASE("a histogram's quantiles are within a 64th of the values") {
  Histogram h;
  for (std::uint64_t v = 1; v <= 100'000; ++v) h.add(v);
  CHECK(h.count() == 100'000);
  CHECK(h.mean() == Approx(50'000.5));
  CHECK(static_cast<double>(h.quantile(0.5)) == Approx(50'000).epsilon(1.0 / 64));
  CHECK(static_cast<double>(h.quantile(0.99)) == Approx(99'000).epsilon(1.0 / 64));
}

TEST_CASE("an empty histogram has quantile 0") { CHECK(Histogram().quantile(0.5) == 0); }
