#include <algorithm>
#include <utility>

#include "placing.h"

namespace ksmsim {
namespace {

constexpr std::uint32_t kRandomStarts = 8;
constexpr std::uint64_t kMostWork = 300'000'000;  // groups looked at: a second or two

/// Frames that do not fit come first: a placement that fits is better than any that does not.
struct Score {
  std::uint64_t too_many = 0, frames = 0;
  friend auto operator<=>(const Score&, const Score&) = default;
};

class PlacementSearch {
 public:
  PlacementSearch(HostFrames& frames, const PlacingRules& rules, std::uint64_t work)
      : frames_(frames), rules_(rules), end_of_work_(frames.work() + work) {}

  void start(HostLists lists) {
    lists_ = std::move(lists);
    used_.clear();
    for (const auto& list : lists_) used_.push_back(frames_.of(list));
  }
  void start_greedily() {
    start(HostLists(rules_.hosts()));
    for (const std::uint32_t vm : largest_first()) put_where_it_adds_least(vm);
  }
  void improve() {
    while (frames_.work() < end_of_work_ && (any_moves() || any_swaps())) {
    }
  }
  Score score() const {
    Score sum;
    for (const std::uint64_t used : used_) add(sum, used);
    return sum;
  }
  const HostLists& lists() const { return lists_; }

 private:
  void add(Score& score, std::uint64_t used) const {
    score.frames += used;
    if (used > rules_.capacity) score.too_many += used - rules_.capacity;
  }
  Score score_of(std::uint64_t one, std::uint64_t other) const {
    Score score;
    add(score, one);
    add(score, other);
    return score;
  }

  std::vector<std::uint32_t> largest_first() const {
    std::vector<std::uint32_t> order;
    for (std::uint32_t vm = 0; vm < frames_.vms(); ++vm) order.push_back(vm);
    std::stable_sort(order.begin(), order.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return frames_.memory(a) > frames_.memory(b); });
    return order;
  }

  void put_where_it_adds_least(std::uint32_t vm) {
    std::optional<std::pair<Score, std::uint32_t>> best;
    for (std::uint32_t host = 0; host < rules_.hosts(); ++host) {
      if (lists_[host].size() >= rules_.quotas[host]) continue;
      lists_[host].push_back(vm);
      Score score = score_of(frames_.of(lists_[host]), 0);
      lists_[host].pop_back();
      score.frames -= used_[host];
      if (!best || score < best->first) best = {score, host};
    }
    lists_[best->second].push_back(vm);
    used_[best->second] = frames_.of(lists_[best->second]);
  }

  /// Takes the two hosts' new lists if they are better.
  bool accept(std::uint32_t a, std::uint32_t b, const std::vector<std::uint32_t>& on_a,
              const std::vector<std::uint32_t>& on_b) {
    const std::uint64_t used_a = frames_.of(on_a), used_b = frames_.of(on_b);
    if (score_of(used_a, used_b) >= score_of(used_[a], used_[b])) return false;
    lists_[a] = on_a;
    lists_[b] = on_b;
    used_[a] = used_a;
    used_[b] = used_b;
    return true;
  }

  bool any_moves() {
    bool any = false;
    for (std::uint32_t from = 0; from < rules_.hosts(); ++from) {
      for (std::uint32_t to = 0; to < rules_.hosts(); ++to) {
        for (std::size_t i = 0; i < lists_[from].size() && may_move(from, to);) {
          if (move(from, i, to)) {
            any = true;
          } else {
            ++i;
          }
        }
      }
    }
    return any;
  }
  bool may_move(std::uint32_t from, std::uint32_t to) const {
    return from != to && !rules_.balanced && frames_.work() < end_of_work_;
  }
  bool move(std::uint32_t from, std::size_t i, std::uint32_t to) {
    std::vector<std::uint32_t> without = lists_[from], with = lists_[to];
    with.push_back(without[i]);
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    return accept(from, to, without, with);
  }

  bool any_swaps() {
    bool any = false;
    for (std::uint32_t a = 0; a < rules_.hosts(); ++a) {
      for (std::uint32_t b = a + 1; b < rules_.hosts(); ++b) {
        for (std::size_t i = 0; i < lists_[a].size(); ++i) {
          for (std::size_t j = 0; j < lists_[b].size() && frames_.work() < end_of_work_; ++j) {
            std::vector<std::uint32_t> on_a = lists_[a], on_b = lists_[b];
            std::swap(on_a[i], on_b[j]);
            any = accept(a, b, on_a, on_b) || any;
          }
        }
      }
    }
    return any;
  }

  HostFrames& frames_;
  const PlacingRules& rules_;
  std::uint64_t end_of_work_;
  HostLists lists_;
  std::vector<std::uint64_t> used_;  ///< by host
};

}  // namespace

std::optional<Placement> searched_placement(HostFrames& frames, const PlacingRules& rules, std::uint64_t seed) {
  std::optional<std::pair<Score, HostLists>> best;
  constexpr std::uint64_t kWorkAStart = kMostWork / (kRandomStarts + 3);
  const auto search_from = [&](auto start) {
    PlacementSearch search(frames, rules, kWorkAStart);
    start(search);
    search.improve();
    if (!best || search.score() < best->first) best = {search.score(), search.lists()};
  };
  for (const RoomFor what : {RoomFor::memory, RoomFor::frames}) {
    if (const std::optional<Placement> placement = first_fit(frames, rules, what)) {
      search_from([&](PlacementSearch& search) { search.start(placement->hosts); });
    }
  }
  search_from([](PlacementSearch& search) { search.start_greedily(); });
  const RandomStream stream(seed, "placement/search");
  std::uint64_t counter = 0;
  for (std::uint32_t i = 0; i < kRandomStarts; ++i) {
    search_from([&](PlacementSearch& search) { search.start(random_lists(frames.vms(), rules, stream, counter)); });
  }
  if (best->first.too_many != 0) return std::nullopt;
  return placement_of(std::move(best->second), frames);
}

}  // namespace ksmsim
