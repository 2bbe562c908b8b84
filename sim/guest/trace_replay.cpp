#include "ksmsim/guest/trace_replay.h"

#include <algorithm>
#include <string>

#include "ksmsim/base/random.h"

namespace ksmsim {

TraceReplay::TraceReplay(std::uint64_t seed, VmId vm, const std::vector<SeenChange>& changes) {
  const RandomStream moments(seed, "replay/" + std::to_string(vm.value));
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const SeenChange& seen = changes[i];
    const auto span = static_cast<std::uint64_t>((seen.to - seen.from).ns);
    const Duration after{static_cast<std::int64_t>(moments.below(i, span)) + 1};
    changes_.push_back({seen.from + after, seen.page, seen.now});
  }
  std::stable_sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) { return a.at < b.at; });
}

std::optional<Duration> TraceReplay::next() const {
  if (done_ == changes_.size()) return std::nullopt;
  return changes_[done_].at;
}

void TraceReplay::play(Host& host, Duration since_start) {
  for (; done_ < changes_.size() && changes_[done_].at <= since_start; ++done_) {
    const Change& change = changes_[done_];
    if (change.now == Host::kNotPresent || change.now == Host::kZeroPage) {
      host.discard(change.page, 1);
    } else {
      host.write(change.page, change.now);
    }
  }
}

}  // namespace ksmsim
