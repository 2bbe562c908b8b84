#include "ksmsim/cost/cost_profile.h"

#include <utility>

#include "catch.h"
#include "ksmsim/base/error.h"
#include "ksmsim/base/plugin.h"

using namespace ksmsim;

namespace {

/// ns of one checksum in ksmd, Xeon E5-2620 v3, as published with the kernel patch.
const std::vector<std::pair<std::string, double>> kPublished = {
    {"crc32c-hw", 1084.10}, {"xxh64", 1413.16}, {"xxh32", 2227.75}, {"jhash2", 5128.30}, {"crc32c-sw", 7012.51}};

double percent_off(const CostProfile& profile, const std::string& hash, double published) {
  return 100 * std::abs(profile.checksum_ns(hash).value() - published) / published;
}

}  // namespace

TEST_CASE("the fitted profile gives the five published times to within 1 %") {
  const CostProfile cpu = cost_profile("xeon-e5-2620v3");
  CHECK(cpu.kind == "fitted");
  for (const auto& [hash, published] : kPublished) {
    CAPTURE(hash);
    CHECK(percent_off(cpu, hash, published) < 1);
  }
}

TEST_CASE("throughputs, one scale and one miss time give the four published times to within 4 %") {
  const CostProfile cpu = cost_profile("xeon-e5-2420v2");
  for (const auto& [hash, published] : kPublished) {
    if (hash == "crc32c-sw") continue;  // no throughput was published
    CAPTURE(hash);
    CHECK(percent_off(cpu, hash, published) < 4);
  }
}

TEST_CASE("a checksum costs scale times hot plus miss, if the profile knows the hash") {
  CostProfile cpu;
  cpu.scale = 2;
  cpu.miss_ns = 30;
  cpu.hot_ns["some"] = 100;
  CHECK(cpu.checksum_ns("some") == 230.0);
  CHECK_FALSE(cpu.checksum_ns("other").has_value());
}

TEST_CASE("the kernel's general names cost what the variant they stand for costs") {
  for (const std::string& name : cost_profile_names()) {
    const CostProfile cpu = cost_profile(name);
    CHECK(cpu.checksum_ns("crc32c") == cpu.checksum_ns("crc32c-hw"));
    CHECK(cpu.checksum_ns("xxhash") == cpu.checksum_ns("xxh64"));
  }
}

TEST_CASE("every profile is in the catalogue and says where its figures are from") {
  const std::vector<std::string> names = cost_profile_names();
  CHECK(names == std::vector<std::string>{"amd-epyc", "xeon-e5-2420", "xeon-e5-2420v2", "xeon-e5-2620v3"});
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(catalogue_find("cpu", name) != nullptr);
    CHECK(cost_profile(name).name == name);
    CHECK_FALSE(cost_profile(name).source.empty());
  }
}

TEST_CASE("an unknown cost profile is refused and the nearest name offered") {
  CHECK_THROWS_WITH(cost_profile("xeon-e5-2620v4"),
                    "no cost profile is named 'xeon-e5-2620v4' (did you mean 'xeon-e5-2620v3'?)");
  CHECK_THROWS_AS(cost_profile("host"), UsageError);
}

TEST_CASE("the host's profile has a time for each hash asked for, and one miss time") {
  const CostProfile host = measure_host_profile({"xxh64", "crc32c-sw"});
  CHECK(host.name == "host");
  CHECK(host.kind == "measured");
  CHECK(host.scale == 1);
  CHECK(host.miss_ns >= 0);
  CHECK(host.checksum_ns("xxh64").value() > 0);
  CHECK(host.checksum_ns("crc32c-sw").value() > 0);
  CHECK_FALSE(host.checksum_ns("jhash2").has_value());
  CHECK_THROWS_AS(measure_host_profile({"xxh46"}), UsageError);
}
