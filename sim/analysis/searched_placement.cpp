#include <algorithm>
#include <array>
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

/// Frames that two VMs need less on one host than on two.
class Affinity {
 public:
  explicit Affinity(HostFrames& frames) : vms_(frames.vms()), saved_(vms_ * vms_) {
    std::vector<std::uint64_t> alone;
    for (std::uint32_t vm = 0; vm < vms_; ++vm) alone.push_back(frames.of({&vm, 1}));
    for (std::uint32_t a = 0; a < vms_; ++a) {
      for (std::uint32_t b = a + 1; b < vms_; ++b) {
        const std::uint64_t apart = alone[a] + alone[b], both = frames.of(std::array{a, b});
        saved_[a * vms_ + b] = saved_[b * vms_ + a] = apart - std::min(apart, both);
      }
    }
  }
  /// Of all pairs of a list.
  std::uint64_t within(const std::vector<std::uint32_t>& vms) const {
    std::uint64_t sum = 0;
    for (const std::uint32_t a : vms) {
      for (const std::uint32_t b : vms) sum += saved_[a * vms_ + b];
    }
    return sum;
  }

 private:
  std::size_t vms_;
  std::vector<std::uint64_t> saved_;
};

class PlacementSearch {
 public:
  PlacementSearch(HostFrames& frames, const PlacingRules& rules, const Affinity& affinity, std::uint64_t work)
      : frames_(frames), rules_(rules), affinity_(affinity), end_of_work_(frames.work() + work) {}

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
    while (may_work() && (any_moves() || any_swaps())) {
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

  bool may_work() const { return frames_.work() + ties_ < end_of_work_; }

  /// Takes the two hosts' new lists if they are better. VMs of two images that lie mixed on two hosts need as many
  /// frames until the last of them is where it belongs; of lists that need equally many, better is what VMs have more
  /// in common two by two.
  bool accept(std::uint32_t a, std::uint32_t b, const std::vector<std::uint32_t>& on_a,
              const std::vector<std::uint32_t>& on_b) {
    const std::uint64_t used_a = frames_.of(on_a), used_b = frames_.of(on_b);
    const Score then = score_of(used_a, used_b), now = score_of(used_[a], used_[b]);
    if (then > now || (then == now && !closer(on_a, on_b, lists_[a], lists_[b]))) return false;
    lists_[a] = on_a;
    lists_[b] = on_b;
    used_[a] = used_a;
    used_[b] = used_b;
    return true;
  }

  using List = std::vector<std::uint32_t>;
  bool closer(const List& on_a, const List& on_b, const List& were_on_a, const List& were_on_b) {
    ties_ += 2 * (on_a.size() * on_a.size() + on_b.size() * on_b.size());
    return affinity_.within(on_a) + affinity_.within(on_b) > affinity_.within(were_on_a) + affinity_.within(were_on_b);
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
  bool may_move(std::uint32_t from, std::uint32_t to) const { return from != to && !rules_.balanced && may_work(); }
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
          for (std::size_t j = 0; j < lists_[b].size() && may_work(); ++j) {
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
  const Affinity& affinity_;
  std::uint64_t end_of_work_, ties_ = 0;
  HostLists lists_;
  std::vector<std::uint64_t> used_;  ///< by host
};

}  // namespace

std::optional<Placement> searched_placement(HostFrames& frames, const PlacingRules& rules, std::uint64_t seed) {
  const Affinity affinity(frames);
  std::optional<std::pair<Score, HostLists>> best;
  constexpr std::uint64_t kWorkAStart = kMostWork / (kRandomStarts + 3);
  const auto search_from = [&](auto start) {
    PlacementSearch search(frames, rules, affinity, kWorkAStart);
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
