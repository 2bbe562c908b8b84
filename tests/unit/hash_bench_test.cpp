#include "ksmsim/cost/hash_bench.h"

#include <algorithm>
#include <stop_token>

#include "catch.h"
#include "document_text.h"
#include "ksmsim/base/error.h"
#include "ksmsim/config/load.h"
#include "ksmsim/hash/page_hash.h"
#include "ksmsim/report/hash_report.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

constexpr Duration kShort = nanoseconds(20'000);

Spread steady(double ns) { return spread_of(std::vector<double>(40, ns)); }

/// Two hashes, and nothing that speaks against the figures.
HashBench quiet_bench() {
  HashBench bench;
  bench.hashes = {{"fast", "by magic", steady(100), steady(150), steady(600)},
                  {"slow", "portable", steady(1000), steady(1010), steady(1500)}};
  bench.rounds = 40;
  bench.cache = mib(32);
  bench.cold_set = mib(128);
  bench.miss_ns = 500;
  bench.noise.laps = 240;
  return bench;
}

bool distrusts(const HashBench& bench, const std::string& part) {
  const std::vector<std::string> reasons = reasons_for_distrust(bench);
  return std::any_of(reasons.begin(), reasons.end(),
                     [&](const std::string& reason) { return reason.find(part) != std::string::npos; });
}

std::string text_of(const HashBench& bench) {
  return text_of(hash_bench_document(bench, {"0.1", "a CPU", "Linux 6", "today"}));
}

}  // namespace

TEST_CASE("a spread has the median, the quartiles and where the median lies for sure") {
  std::vector<double> rounds;
  for (int i = 100; i >= 1; --i) rounds.push_back(i);
  const Spread spread = spread_of(rounds);
  CHECK(spread.median == 50.5);
  CHECK(spread.low == 25);
  CHECK(spread.high == 76);
  CHECK(spread.sure_low == 40);  // the binomial's 2.5 % and 97.5 % of 100 tosses: 40 and 60
  CHECK(spread.sure_high == 61);
  CHECK(spread.early_half == 75.5);
  CHECK(spread.late_half == 25.5);
  CHECK(spread_of({}).median == 0);
  CHECK(spread_of({7}).sure_high == 7);
}

TEST_CASE("a quiet measurement is trusted, and each disturbance is told") {
  CHECK(reasons_for_distrust(quiet_bench()).empty());
  HashBench bench = quiet_bench();
  bench.hashes[0].scattered.sure_high = 640;
  CHECK(distrusts(bench, "fast scattered is known to 6.7 % only"));
  bench = quiet_bench();
  bench.hashes[1].in_order.late_half = 1100;
  CHECK(distrusts(bench, "slow in order changed by 8.9 %"));
  bench = quiet_bench();
  bench.noise.preempted = 30;
  CHECK(distrusts(bench, "other tasks cut into 12.5 %"));
  bench = quiet_bench();
  bench.noise.steal_percent = 4;
  CHECK(distrusts(bench, "the hypervisor took 4.0 %"));
  bench = quiet_bench();
  bench.noise.others_percent = 50;
  CHECK(distrusts(bench, "other programs used 50.0 % of a CPU"));
  bench = quiet_bench();
  bench.cold_set = mib(48);
  CHECK(distrusts(bench, "no memory for cold pages"));
}

TEST_CASE("the table says plainly whether the machine was too noisy") {
  HashBench bench = quiet_bench();
  CHECK(text_of(bench).find("TOO NOISY") == std::string::npos);
  bench.distrust = {"somebody else was at it"};
  CHECK(text_of(bench).find("TOO NOISY to trust these figures to 5 %: somebody else was at it") != std::string::npos);
}

TEST_CASE("MB are 2^20 bytes, as the kernel prints them") {
  HashBench bench = quiet_bench();
  bench.hashes[0].hot = steady(4096 * 1e9 / 0x1p20 / 12081);  // published of crc32c
  CHECK(text_of(bench).find("  12081  ") != std::string::npos);
}

TEST_CASE("a profile that was written is one that host.cpu reads, with its provenance") {
  HashBench bench = quiet_bench();
  bench.hashes[0].name = "xxh64";
  bench.hashes[1].name = "jhash2";
  bench.distrust = {"a neighbour: \"loud\""};
  const TempDir folder;
  folder.write("mine.yaml", hash_bench_profile(bench, {"0.1", "a CPU", "Linux 6", "2026-01-01"}));
  const std::string path = folder.write("s.yaml",
                                        "host: {cpu: mine.yaml}\nvms: [{name: a, regions: [{pages: 1}]}]\n"
                                        "stop: {batches: 1}\n");
  const Scenario scenario = load_scenario(path);
  REQUIRE(scenario.host.cpu_profile.has_value());
  CHECK(scenario.host.cpu == "mine");
  CHECK(scenario.host.cpu_profile->miss_ns == 500);
  CHECK(scenario.host.cpu_profile->scale == 1);
  CHECK(scenario.host.cpu_profile->hot_ns == std::map<std::string, double>{{"jhash2", 1000}, {"xxh64", 100}});
  for (const char* part : {"a CPU", "2026-01-01", "40 rounds", "too noisy", "a neighbour: \"loud\""}) {
    CAPTURE(part);
    CHECK(scenario.host.cpu_profile->source.find(part) != std::string::npos);
  }
}

TEST_CASE("every hash that runs here is measured, and those that do not are told") {
  HashBenchOptions options;
  options.rounds = 4;
  options.lap = kShort;
  double done = 0;
  options.progress = [&](double share) { done = share; };
  const std::optional<HashBench> bench = bench_hashes(options);
  REQUIRE(bench.has_value());
  CHECK(done == 1);
  CHECK(bench->hashes.size() + bench->cannot_run.size() == page_hash_names().size());
  CHECK(bench->noise.laps == bench->hashes.size() * 4 * 3);
  for (const HashTiming& hash : bench->hashes) {
    CAPTURE(hash.name);
    CHECK_FALSE(hash.implementation.empty());
    for (const Spread& spread : {hash.hot, hash.in_order, hash.scattered}) {
      CHECK(spread.median > 0);
      CHECK(spread.sure_low <= spread.median);
      CHECK(spread.median <= spread.sure_high);
    }
  }
  CHECK(bench->profile().hot_ns.size() == bench->hashes.size());
}

TEST_CASE("a measurement asked for what cannot be is refused, and one that is stopped gives nothing") {
  HashBenchOptions options;
  options.hashes = {"jhash"};
  CHECK_THROWS_WITH(bench_hashes(options), "no hash is named 'jhash' here or in a --plugin (did you mean 'jhash2'?)");
  options.hashes = {"jhash2"};
  options.rounds = 3;
  CHECK_THROWS_AS(bench_hashes(options), UsageError);
  options.rounds = 4;
  std::stop_source stop;
  stop.request_stop();
  options.stop = stop.get_token();
  CHECK_FALSE(bench_hashes(options).has_value());
}
