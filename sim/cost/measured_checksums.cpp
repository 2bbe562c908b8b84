#include "ksmsim/cost/measured_checksums.h"

#include <deque>

#include "cold_pages.h"
#include "ksmsim/base/random.h"
#include "ksmsim/hash/page_hash.h"
#include "lap_clock.h"

namespace ksmsim {

struct MeasuredChecksums::State {
  State(const std::string& hash_name, unsigned bits) : hash(make_page_hash(hash_name)), checksum_bits(bits) {}

  std::unique_ptr<PageHash> hash;  // first: a wrong name must not cost a working set
  unsigned checksum_bits;
  ColdPages pages;
  std::deque<PageView> pending;
  LapClock clock;
  Histogram distribution;
  std::uint64_t digest = 0;

  std::uint64_t hash_oldest(std::size_t count);
};

MeasuredChecksums::MeasuredChecksums(const std::string& hash, unsigned checksum_bits)
    : state_(std::make_unique<State>(hash, checksum_bits)) {}
MeasuredChecksums::~MeasuredChecksums() = default;

const Histogram& MeasuredChecksums::distribution() const { return state_->distribution; }
Bytes MeasuredChecksums::working_set() const { return state_->pages.working_set(); }
std::uint64_t MeasuredChecksums::digest() const { return state_->digest; }

/// Time in all.
std::uint64_t MeasuredChecksums::State::hash_oldest(std::size_t count) {
  std::uint64_t total = 0;
  pages.finish();
  clock.start();
  for (std::size_t i = 0; i < count; ++i) {
    digest = mix64(digest ^ hash->checksum(pending[i], checksum_bits));
    const std::uint64_t ns = clock.lap();
    distribution.add(ns);
    total += ns;
  }
  pending.erase(pending.begin(), pending.begin() + static_cast<std::ptrdiff_t>(count));
  pages.release(count);
  return total;
}

Duration MeasuredChecksums::hash_batch(std::span<const Content> contents) {
  std::uint64_t total = 0;
  State& state = *state_;
  for (auto next = contents.begin(); next != contents.end() || !state.pending.empty();) {
    while (next != contents.end() && state.pages.can_prepare(*next)) {
      state.pending.push_back(state.pages.prepare(*next++));
    }
    // A full queue keeps its younger half, so that pages are hashed well after they were made; one
    // that ends or holds the very page that comes next is emptied.
    const bool full = state.pending.size() == ColdPages::kMaxPending && next != contents.end();
    total += state.hash_oldest(full ? ColdPages::kMaxPending / 2 : state.pending.size());
  }
  return nanoseconds(static_cast<std::int64_t>(total));
}

}  // namespace ksmsim
