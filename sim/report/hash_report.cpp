#include "ksmsim/report/hash_report.h"

#include <fmt/format.h>

#include <cmath>

#include "format.h"
#include "ksmsim/config/load.h"
#include "ksmsim/config/quantity.h"

namespace ksmsim {
namespace {

constexpr double kPageBytes = 4096, kMegabyte = 0x1p20;

double megabytes_a_second(double ns) { return ns > 0 ? kPageBytes / kMegabyte * 1e9 / ns : 0; }
double rounded(double value) { return std::round(value * 100) / 100; }
std::string whole(double value) { return fixed_text(value, 0); }
double deviation(double fitted, double measured) { return measured > 0 ? 100 * (fitted / measured - 1) : 0; }

/// Half the distance of the quartiles, of the median.
std::string spread_text(const Spread& spread) {
  return spread.median > 0 ? fixed_text(50 * (spread.high - spread.low) / spread.median, 1) : "-";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

std::string trust_text(const HashBench& bench) {
  return bench.distrust.empty() ? "fine: another run should differ by less than 5 %"
                                : "TOO NOISY to trust these figures to 5 %: " + joined(bench.distrust);
}

std::string noise_text(const BenchNoise& noise) {
  std::string text = fmt::format("{} of {} timings cut into by other tasks", noise.preempted, noise.laps);
  if (noise.steal_percent) text += fmt::format(", {} % stolen", fixed_text(*noise.steal_percent, 1));
  if (noise.others_percent) text += fmt::format(", others used {} % of a CPU", fixed_text(*noise.others_percent, 1));
  return text;
}

std::string cold_text(const HashBench& bench) {
  return fmt::format("cold pages, one after the other: of {}, while the last-level cache has {}",
                     bytes_text(static_cast<std::int64_t>(bench.cold_set.count)),
                     bytes_text(static_cast<std::int64_t>(bench.cache.count)));
}

Block head_block(const HashBench& bench, const Provenance& here) {
  Block block;
  block.heading = "Hashes over pages of 4096 bytes (measured)";
  block.facts = {
      {"machine", here.machine + ", " + here.kernel},
      {"rounds", fmt::format("{}, all hashes in turn; medians, +-: half the quartiles' distance", bench.rounds)},
      {"hot", "one page in the first-level cache"},
      {"in order", cold_text(bench)},
      {"scattered", "pages all over as much memory: what prefetchers cannot foresee"},
      {"disturbed", noise_text(bench.noise)},
      {"trust", trust_text(bench)}};
  return block;
}

Block figures_block(const HashBench& bench) {
  Block block;
  block.heading = "ns a page";
  Grid grid;
  grid.columns = {{"hash", false}, {"hot"},  {"+- %"}, {"in order"}, {"+- %"},
                  {"scattered"},   {"+- %"}, {"fit"},  {"off %"}};
  for (const HashTiming& hash : bench.hashes) {
    const double fitted = bench.fitted_ns(hash);
    grid.rows.push_back({hash.name, fixed_text(hash.hot.median, 1), spread_text(hash.hot),
                         fixed_text(hash.in_order.median, 1), spread_text(hash.in_order),
                         fixed_text(hash.scattered.median, 1), spread_text(hash.scattered), fixed_text(fitted, 1),
                         signed_text(deviation(fitted, hash.scattered.median), 1)});
  }
  block.grid = std::move(grid);
  block.paragraphs = {
      fmt::format("fit: hot + {} lines * {} ns, a miss time of {} ns a page, the same for all hashes: the "
                  "median of scattered - hot. off: fit against scattered.",
                  kLinesAPage, fixed_text(bench.miss_ns / kLinesAPage, 2), fixed_text(bench.miss_ns, 1))};
  return block;
}

Block speed_block(const HashBench& bench) {
  Block block;
  block.heading = "MB/s (MB = 2^20 bytes), and which code ran";
  Grid grid;
  grid.columns = {{"hash", false}, {"hot"}, {"in order"}, {"scattered"}, {"code", false}};
  for (const HashTiming& hash : bench.hashes) {
    grid.rows.push_back({hash.name, whole(megabytes_a_second(hash.hot.median)),
                         whole(megabytes_a_second(hash.in_order.median)),
                         whole(megabytes_a_second(hash.scattered.median)), hash.implementation});
  }
  block.grid = std::move(grid);
  for (const auto& [name, why] : bench.cannot_run) block.facts.push_back({name, "not here: " + why});
  return block;
}

Tree spread_tree(const Spread& spread) {
  return Tree(Tree::Map{{"median_ns", Tree(rounded(spread.median))},
                        {"low_quartile_ns", Tree(rounded(spread.low))},
                        {"high_quartile_ns", Tree(rounded(spread.high))},
                        {"sure_low_ns", Tree(rounded(spread.sure_low))},
                        {"sure_high_ns", Tree(rounded(spread.sure_high))},
                        {"mb_per_second", Tree(rounded(megabytes_a_second(spread.median)))}});
}

Tree hashes_tree(const HashBench& bench) {
  Tree::List list;
  for (const HashTiming& hash : bench.hashes) {
    list.push_back(Tree(Tree::Map{{"name", Tree(hash.name)},
                                  {"implementation", Tree(hash.implementation)},
                                  {"hot", spread_tree(hash.hot)},
                                  {"in_order", spread_tree(hash.in_order)},
                                  {"scattered", spread_tree(hash.scattered)},
                                  {"fitted_scattered_ns", Tree(rounded(bench.fitted_ns(hash)))}}));
  }
  return Tree(std::move(list));
}

Tree noise_tree(const HashBench& bench) {
  Tree::List reasons;
  for (const std::string& reason : bench.distrust) reasons.emplace_back(reason);
  const auto maybe = [](const std::optional<double>& value) { return value ? Tree(rounded(*value)) : Tree(); };
  return Tree(Tree::Map{{"trusted", Tree(bench.distrust.empty())},
                        {"reasons", Tree(std::move(reasons))},
                        {"timings", Tree(bench.noise.laps)},
                        {"timings_cut_into", Tree(bench.noise.preempted)},
                        {"steal_percent", maybe(bench.noise.steal_percent)},
                        {"others_percent", maybe(bench.noise.others_percent)}});
}

}  // namespace

Document hash_bench_document(const HashBench& bench, const Provenance& here) {
  return {head_block(bench, here), figures_block(bench), speed_block(bench)};
}

Tree hash_bench_tree(const HashBench& bench, const Provenance& here) {
  Tree::List cannot_run;
  for (const auto& [name, why] : bench.cannot_run) {
    cannot_run.push_back(Tree(Tree::Map{{"name", Tree(name)}, {"why", Tree(why)}}));
  }
  return Tree(Tree::Map{{"version", Tree(std::uint64_t{1})},
                        {"source", Tree(std::string("measured"))},
                        {"ksmsim", Tree(here.version)},
                        {"date", Tree(here.date)},
                        {"machine", Tree(here.machine)},
                        {"kernel", Tree(here.kernel)},
                        {"rounds", Tree(std::uint64_t{bench.rounds})},
                        {"cache_bytes", Tree(bench.cache.count)},
                        {"cold_set_bytes", Tree(bench.cold_set.count)},
                        {"hashes", hashes_tree(bench)},
                        {"cannot_run", Tree(std::move(cannot_run))},
                        {"miss_ns", Tree(rounded(bench.miss_ns))},
                        {"miss_ns_a_line", Tree(rounded(bench.miss_ns / kLinesAPage))},
                        {"noise", noise_tree(bench)}});
}

std::string hash_bench_profile(const HashBench& bench, const Provenance& here) {
  const CostProfile profile = bench.profile();
  Tree::Map hot;
  for (const auto& [name, ns] : profile.hot_ns) hot.emplace_back(name, Tree(format_cost(rounded(ns))));
  const std::string source = fmt::format(
      "measured by ksmsim {} hash bench on {}, {}, {}; medians of {} rounds; miss: the median of scattered - hot "
      "over {} hashes; {}",
      here.version, here.machine, here.kernel, here.date, bench.rounds, bench.hashes.size(),
      bench.distrust.empty() ? "repeats to 5 %" : "too noisy to trust to 5 %: " + joined(bench.distrust));
  const Tree tree(Tree::Map{{"source", Tree(source)},
                            {"scale", Tree(profile.scale)},
                            {"miss", Tree(format_cost(rounded(profile.miss_ns)))},
                            {"hot", Tree(std::move(hot))}});
  return "# For a scenario's host.cpu. A checksum costs scale * hot + miss.\n" + to_yaml(tree);
}

}  // namespace ksmsim
