#include "ksmsim/cost/hash_bench.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <memory>
#include <numeric>

#include "cold_memory.h"
#include "ksmsim/hash/page_hash.h"
#include "lap_clock.h"
#include "machine_noise.h"

namespace ksmsim {
namespace {

constexpr std::uint32_t kFewestRounds = 4;
constexpr unsigned kTries = 3;  // of a lap that another task cut into
constexpr std::uint64_t kCachesBig = 4;

std::optional<Bytes> available_memory() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string word; meminfo >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "MemAvailable:" && meminfo >> kibibytes) return kib(kibibytes);
  }
  return std::nullopt;
}

/// Four times the last-level cache, if that is no more than half of the memory that is left.
std::size_t cold_set_pages() {
  const std::uint64_t wanted = std::max(kCachesBig * last_level_cache().count, mib(128).count);
  const std::optional<Bytes> available = available_memory();
  const std::uint64_t most = available ? std::max(available->count / 2, mib(16).count) : wanted;
  return std::min(wanted, most) / kPageSize;
}

/// Cold pages, walked round and round by all hashes in turn: a page comes again when all others have been, and as many
/// of the other walk. Which half of the memory is whose is fixed, lest one walk find what the other has read.
class ColdWalks {
 public:
  ColdWalks() : memory_(cold_set_pages()), half_(memory_.pages() / 2) {
    for (std::size_t i = 0; i < memory_.pages(); ++i) content_fill(Content::make(ContentKind::random, i), memory_[i]);
    while (std::gcd(stride_, half_) != 1) ++stride_;
  }
  PageView next_in_order() {
    in_order_ = in_order_ + 1 == half_ ? 0 : in_order_ + 1;
    return memory_[in_order_];
  }
  PageView next_scattered() {
    scattered_ = (scattered_ + stride_) % half_;
    return memory_[half_ + scattered_];
  }
  /// A page that fits the first-level cache.
  PageView hot() const { return memory_[0]; }
  Bytes bytes() const { return memory_.bytes(); }

 private:
  PageMemory memory_;
  std::size_t half_, stride_ = 0x9E3779B1, in_order_ = 0, scattered_ = 0;
};

/// Pages a lap, and what each round gave, in ns a page.
struct Laps {
  std::uint64_t pages = 1;
  std::vector<double> ns{};
};

struct Candidate {
  std::string name;
  std::unique_ptr<PageHash> hash;
  Laps hot{}, in_order{}, scattered{};
};

class Bench {
 public:
  explicit Bench(const HashBenchOptions& options) : options_(options) {}
  std::optional<HashBench> run();

 private:
  using Clock = std::chrono::steady_clock;
  void choose();
  void calibrate(Candidate& candidate);
  void round(std::uint32_t number);
  template <class Next>
  double lap(const PageHash& hash, std::uint64_t pages, Next next);
  template <class Next>
  void lengthen(const PageHash& hash, Laps& laps, Next next);
  template <class Next>
  void time(const PageHash& hash, Laps& laps, Next next);
  HashBench result() const;

  HashBenchOptions options_;
  std::vector<Candidate> candidates_;
  std::vector<std::pair<std::string, std::string>> cannot_run_;
  std::unique_ptr<ColdWalks> pages_;
  BenchNoise noise_;
  std::uint64_t digests_ = 0;
};

void Bench::choose() {
  std::vector<std::string> names = options_.hashes;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names.empty() ? page_hash_names() : names) {
    try {
      candidates_.push_back({name, make_page_hash(name)});
    } catch (const UsageError& error) {
      if (!names.empty()) throw;
      cannot_run_.emplace_back(name, error.what());
    }
  }
}

/// ns of all its pages. First one that does not count: the code and its tables are not what is to be cold.
template <class Next>
double Bench::lap(const PageHash& hash, std::uint64_t pages, Next next) {
  for (int i = 0; i < 4; ++i) digests_ ^= hash.hash(pages_->hot());
  const Clock::time_point start = Clock::now();
  for (std::uint64_t i = 0; i < pages; ++i) digests_ += hash.hash(next());
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

/// As many pages as take a lap's time; doubled until they do, as the first ones run slower.
template <class Next>
void Bench::lengthen(const PageHash& hash, Laps& laps, Next next) {
  while (lap(hash, laps.pages, next) < static_cast<double>(options_.lap.ns)) laps.pages *= 2;
}

/// A lap that another task cut into is taken again.
template <class Next>
void Bench::time(const PageHash& hash, Laps& laps, Next next) {
  double ns = 0;
  bool cut = true;
  for (unsigned tried = 0; cut && tried < kTries; ++tried) {
    const std::uint64_t before = times_preempted();
    ns = lap(hash, laps.pages, next);
    cut = times_preempted() != before;
  }
  ++noise_.laps;
  if (cut) ++noise_.preempted;
  laps.ns.push_back(ns / static_cast<double>(laps.pages));
}

void Bench::calibrate(Candidate& c) {
  lengthen(*c.hash, c.hot, [this] { return pages_->hot(); });
  lengthen(*c.hash, c.in_order, [this] { return pages_->next_in_order(); });
  lengthen(*c.hash, c.scattered, [this] { return pages_->next_scattered(); });
}

/// Each round begins with another hash, so that none always follows the same one.
void Bench::round(std::uint32_t number) {
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    if (options_.stop.stop_requested()) return;
    Candidate& c = candidates_[(i + number) % candidates_.size()];
    time(*c.hash, c.in_order, [this] { return pages_->next_in_order(); });
    time(*c.hash, c.hot, [this] { return pages_->hot(); });
    time(*c.hash, c.scattered, [this] { return pages_->next_scattered(); });
  }
}

HashBench Bench::result() const {
  HashBench bench;
  std::vector<double> misses;
  for (const Candidate& c : candidates_) {
    bench.hashes.push_back(
        {c.name, c.hash->implementation(), spread_of(c.hot.ns), spread_of(c.in_order.ns), spread_of(c.scattered.ns)});
    misses.push_back(std::max(0.0, bench.hashes.back().scattered.median - bench.hashes.back().hot.median));
  }
  std::stable_sort(bench.hashes.begin(), bench.hashes.end(),
                   [](const HashTiming& a, const HashTiming& b) { return a.scattered.median < b.scattered.median; });
  bench.cannot_run = cannot_run_;
  bench.rounds = options_.rounds;
  bench.cache = last_level_cache();
  bench.cold_set = pages_->bytes();
  bench.miss_ns = median(misses);
  bench.noise = noise_;
  bench.distrust = reasons_for_distrust(bench);
  return bench;
}

std::optional<HashBench> Bench::run() {
  if (options_.rounds < kFewestRounds) throw UsageError("hash bench: expected at least 4 rounds");
  choose();
  pages_ = std::make_unique<ColdWalks>();
  for (Candidate& candidate : candidates_) {
    if (options_.stop.stop_requested()) return std::nullopt;
    calibrate(candidate);
  }
  const MachineNoise machine;
  for (std::uint32_t i = 0; i < options_.rounds; ++i) {
    round(i);
    if (options_.stop.stop_requested()) return std::nullopt;
    if (options_.progress) options_.progress(static_cast<double>(i + 1) / options_.rounds);
  }
  noise_.steal_percent = machine.steal_percent();
  noise_.others_percent = machine.others_percent();
  return result();
}

}  // namespace

std::optional<HashBench> bench_hashes(const HashBenchOptions& options) { return Bench(options).run(); }

CostProfile HashBench::profile() const {
  CostProfile profile;
  profile.name = "host";
  profile.kind = "measured";
  profile.source = "measured on this machine (" + cpu_model() + "), " + std::to_string(rounds) +
                   " rounds over pages hot in cache and cold, scattered over memory";
  profile.miss_ns = miss_ns;
  for (const HashTiming& hash : hashes) profile.hot_ns[hash.name] = hash.hot.median;
  return profile;
}

}  // namespace ksmsim
