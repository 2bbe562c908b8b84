#include <algorithm>
#include <memory>

#include "cold_memory.h"
#include "compare_time.h"
#include "ksmsim/cost/cost_profile.h"
#include "ksmsim/hash/page_hash.h"
#include "lap_clock.h"
#include "lookup_time.h"

namespace ksmsim {
namespace {

constexpr unsigned kRounds = 16;  // taken in turn by all hashes, so that a slow moment hits each alike
constexpr std::size_t kLapsARound = 32;

/// Pages that are cold whenever they are read: flushed first, or so many that they have left the
/// cache.
class ColdRing {
 public:
  ColdRing() : memory_(flusher_.available() ? 4096 : 2 * last_level_cache().pages()) {
    for (std::size_t i = 0; i < memory_.pages(); ++i) {
      content_fill(Content::make(ContentKind::random, i + 1), memory_[i]);
    }
  }
  /// The next kLapsARound pages.
  std::vector<PageView> next() {
    std::vector<PageView> pages;
    while (pages.size() < kLapsARound) {
      if (next_ == memory_.pages()) next_ = 0;
      const PageBytes page = memory_[next_++];
      flusher_.page(page);
      pages.emplace_back(page);
    }
    flusher_.finish();
    return pages;
  }

 private:
  CacheFlusher flusher_;
  PageMemory memory_;
  std::size_t next_ = 0;
};

struct Sample {
  std::unique_ptr<PageHash> hash;
  std::vector<double> hot, cold;
};

void time_pages(const PageHash& hash, std::span<const PageView> pages, LapClock& clock, std::vector<double>& times) {
  clock.start();
  for (const PageView page : pages) {
    static_cast<void>(hash.hash(page));  // virtual: no compiler can leave it out
    times.push_back(static_cast<double>(clock.lap()));
  }
}

}  // namespace

CostProfile measure_host_profile(const std::vector<std::string>& hashes) {
  std::map<std::string, Sample> samples;
  for (const std::string& name : hashes) samples[name].hash = make_page_hash(name);
  ColdRing cold;
  LapClock clock;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (auto& [name, sample] : samples) {
      const std::vector<PageView> pages = cold.next();
      time_pages(*sample.hash, pages, clock, sample.cold);
      const std::vector<PageView> same(kLapsARound, pages.back());
      time_pages(*sample.hash, same, clock, sample.hot);
    }
  }
  CostProfile profile;
  profile.name = "host";
  profile.source =
      "measured on this machine (" + cpu_model() +
      "): hashes over pages hot in cache and cold from memory, comparisons of equal pages, searches by checksum; the "
      "rest of a visit is amd-epyc's, ksmsim calibrate measures it here";
  profile.kind = "measured";
  std::vector<double> misses;
  for (auto& [name, sample] : samples) {
    profile.hot_ns[name] = median(sample.hot);
    misses.push_back(std::max(0.0, median(sample.cold) - profile.hot_ns[name]));
  }
  profile.miss_ns = median(misses);
  profile.rest = cost_profile("amd-epyc").rest;
  profile.rest.compare = compare_equal_ns(false, clock);
  profile.rest.compare_bytewise = compare_equal_ns(true, clock);
  profile.rest.checksum_step = checksum_step_ns(clock);
  profile.rest.table_lookup = table_lookup_ns(clock);
  return profile;
}

}  // namespace ksmsim
