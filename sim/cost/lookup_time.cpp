#include "lookup_time.h"

#include <numeric>

#include "ksmsim/base/random.h"
#include "ksmsim/cost/tree_walk.h"

namespace ksmsim {
namespace {

// 2 GiB of guests, whose records are 32 MiB.
constexpr unsigned kLevels = 19;
constexpr std::uint32_t kRecords = (1u << kLevels) - 1;
constexpr std::uint32_t kNone = ~0u;
constexpr int kLaps = 129, kInALap = 32;

struct alignas(64) Record {
  std::uint32_t checksum = 0, left = kNone, right = kNone;
};

/// As records come from an allocator that has been in use for long: in no order.
std::vector<std::uint32_t> shuffled_places() {
  std::vector<std::uint32_t> places(kRecords);
  std::iota(places.begin(), places.end(), 0u);
  for (std::uint32_t n = kRecords - 1; n > 0; --n) std::swap(places[n], places[split_mix(1, n) % (n + 1)]);
  return places;
}

/// A full tree of the checksums 0, 2, 4, ...: the one in the middle of a range is above the others.
class Tree {
 public:
  Tree() : records_(kRecords), places_(shuffled_places()), root_(build(0, kRecords)) {}
  /// Down to a leaf for an odd checksum; which leaf.
  std::uint32_t walk(std::uint32_t checksum) const {
    std::uint32_t at = root_, leaf = at;
    while (at != kNone) {
      leaf = at;
      at = checksum < records_[at].checksum ? records_[at].left : records_[at].right;
    }
    return leaf;
  }

 private:
  std::uint32_t build(std::uint32_t first, std::uint32_t end) {
    if (first == end) return kNone;
    const std::uint32_t middle = first + (end - first) / 2, place = places_[middle];
    records_[place] = {2 * middle, build(first, middle), build(middle + 1, end)};
    return place;
  }
  std::vector<Record> records_;
  std::vector<std::uint32_t> places_;
  std::uint32_t root_;
};

/// As many buckets as records.
class Table {
 public:
  Table() : buckets_(kRecords + 1, kNone), records_(kRecords) {
    for (const std::uint32_t place : shuffled_places()) {
      std::uint32_t& bucket = buckets_[bucket_of(place)];
      records_[place] = {place, bucket, kNone};
      bucket = place;
    }
  }
  std::uint32_t find(std::uint32_t checksum) const {
    std::uint32_t at = buckets_[bucket_of(checksum)];
    while (at != kNone && records_[at].checksum != checksum) at = records_[at].left;
    return at;
  }

 private:
  static std::uint32_t bucket_of(std::uint32_t checksum) {
    return static_cast<std::uint32_t>(mix64(checksum)) & kRecords;
  }
  std::vector<std::uint32_t> buckets_;
  std::vector<Record> records_;
};

/// ns of one search(number), each number waiting for the result before it.
template <class Search>
double search_ns(LapClock& clock, Search search) {
  std::vector<double> laps;
  std::uint32_t found = 0;
  for (std::uint64_t lap = 0; lap < kLaps; ++lap) {
    clock.start();
    for (std::uint64_t i = 0; i < kInALap; ++i) {
      found = search(static_cast<std::uint32_t>(split_mix(lap * kInALap + i, found) % kRecords));
    }
    laps.push_back(static_cast<double>(clock.lap()) / kInALap);
  }
  volatile std::uint32_t seen = found;  // so that no search is left out
  static_cast<void>(seen);
  return median(laps);
}

}  // namespace

double checksum_step_ns(LapClock& clock) {
  const Tree tree;
  return search_ns(clock, [&tree](std::uint32_t n) { return tree.walk(2 * n + 1); }) / weighted_steps(kLevels, 1);
}

double table_lookup_ns(LapClock& clock) {
  const Table table;
  return search_ns(clock, [&table](std::uint32_t n) { return table.find(n); });
}

}  // namespace ksmsim
