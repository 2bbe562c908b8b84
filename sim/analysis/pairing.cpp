#include "pairing.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace ksmsim {
namespace {

constexpr std::uint32_t kAlone = 0xffffffff;

/// Everybody's partner, in a search; VMs without one are partners of nobody.
class PairSearch {
 public:
  explicit PairSearch(const CommonContents& common) : common_(common), partner_(common.vms(), kAlone) {}

  void take_largest_first() {
    std::vector<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>> edges;
    for (std::uint32_t a = 0; a < common_.vms(); ++a) {
      for (std::uint32_t b = a + 1; b < common_.vms(); ++b) {
        if (common_(a, b) != 0) edges.emplace_back(common_(a, b), a, b);
      }
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const auto& x, const auto& y) { return std::get<0>(x) > std::get<0>(y); });
    for (const auto& [contents, a, b] : edges) {
      if (partner_[a] == kAlone && partner_[b] == kAlone) join(a, b);
    }
  }
  void improve() {
    bool any = true;
    while (any) {
      any = false;
      for (std::uint32_t a = 0; a < common_.vms(); ++a) {
        for (std::uint32_t b = 0; b < common_.vms(); ++b) any = exchange(a, b) || any;
      }
    }
  }
  VmPairs pairs() const {
    VmPairs pairs;
    for (std::uint32_t vm = 0; vm < common_.vms(); ++vm) {
      if (vm < partner_[vm] && worth(vm, partner_[vm]) != 0) pairs.emplace_back(vm, partner_[vm]);
    }
    return pairs;
  }

 private:
  std::uint64_t worth(std::uint32_t a, std::uint32_t b) const { return a == kAlone || b == kAlone ? 0 : common_(a, b); }
  void join(std::uint32_t a, std::uint32_t b) {
    if (a != kAlone) partner_[a] = b;
    if (b != kAlone) partner_[b] = a;
  }
  /// a and b become partners, and so do those they leave, if all have more in common then.
  bool exchange(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t left = partner_[a], right = partner_[b];
    if (a == b || left == b || worth(a, b) + worth(left, right) <= worth(a, left) + worth(b, right)) return false;
    join(left, right);
    join(a, b);
    return true;
  }

  const CommonContents& common_;
  std::vector<std::uint32_t> partner_;
};

}  // namespace

VmPairs exact_pairing(const CommonContents& common) {
  struct Best {
    std::uint64_t contents = 0;
    std::uint32_t rest = 0;  ///< of the set, once its first VM and that one's partner, if any, are out
  };
  const std::uint32_t all = (std::uint32_t{1} << common.vms()) - 1;
  std::vector<Best> best(all + 1);
  for (std::uint32_t set = 1; set <= all; ++set) {
    const auto first = static_cast<std::uint32_t>(std::countr_zero(set));
    const std::uint32_t others = set & (set - 1);
    best[set] = {best[others].contents, others};
    for (std::uint32_t left = others; left != 0; left &= left - 1) {
      const auto partner = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t rest = others & ~(std::uint32_t{1} << partner);
      const std::uint64_t contents = common(first, partner) + best[rest].contents;
      if (contents > best[set].contents) best[set] = {contents, rest};
    }
  }
  VmPairs pairs;
  for (std::uint32_t set = all; set != 0; set = best[set].rest) {
    const std::uint32_t others = set & (set - 1), partner = others & ~best[set].rest;
    if (partner == 0) continue;
    pairs.emplace_back(std::countr_zero(set), std::countr_zero(partner));
  }
  return pairs;
}

VmPairs searched_pairing(const CommonContents& common) {
  PairSearch search(common);
  search.take_largest_first();
  search.improve();
  return search.pairs();
}

}  // namespace ksmsim
