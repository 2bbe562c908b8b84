#include <set>

#include "catch.h"
#include "ksmsim/analysis/figures.h"
#include "ksmsim/base/error.h"

using namespace ksmsim;

TEST_CASE("a figure is found by its name, or by its last word where only one has it") {
  CHECK(find_figure("checksum.mean_ns").name == "checksum.mean_ns");
  CHECK(find_figure("mean_ns").name == "checksum.mean_ns");
  CHECK_THROWS_AS(find_figure("cpu_percent"), UsageError);
  CHECK_THROWS_WITH(find_figure("checksum.mean"),
                    "there is no figure 'checksum.mean' (did you mean 'checksum.mean_ns'?)");
}

TEST_CASE("figures have names of their own and a value for a run that tells everything") {
  std::set<std::string_view> names;
  PointResult point;
  point.checksum.mean_ns = 1500;
  for (const Figure& figure : figures()) {
    CHECK(names.insert(figure.name).second);
    CHECK_FALSE(figure.meaning.empty());
    static_cast<void>(figure.value(point));
  }
  CHECK(find_figure("mean_ns").value(point) == 1500.0);
}

TEST_CASE("a figure that the kernel does not tell has no value") {
  PointResult point;
  CHECK(find_figure("general_profit").value(point) == 0.0);
  point.not_told = {"general_profit"};
  CHECK_FALSE(find_figure("general_profit").value(point));
}
