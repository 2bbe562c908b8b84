// The red-black tree against a sorted list, and against its own rules.
#include "../../sim/dedup/ksm/rb_tree.h"

#include <rapidcheck.h>

#include <algorithm>
#include <vector>

#include "catch.h"

using ksmsim::RbTree;

namespace {

/// A tree whose nodes are their own keys.
struct Numbers {
  RbTree tree;
  std::vector<std::uint32_t> sorted;

  void insert(std::uint32_t n) {
    std::uint32_t parent = RbTree::kNil;
    bool on_left = false;
    for (std::uint32_t at = tree.root(); at != RbTree::kNil; at = on_left ? tree.left(at) : tree.right(at)) {
      parent = at;
      on_left = n < at;
    }
    tree.link(n, parent, on_left);
    sorted.insert(std::lower_bound(sorted.begin(), sorted.end(), n), n);
  }
  void erase(std::size_t position) {
    tree.erase(sorted[position]);
    sorted.erase(sorted.begin() + static_cast<std::ptrdiff_t>(position));
  }
  void in_order(std::uint32_t n, std::vector<std::uint32_t>& out, std::size_t depth, std::size_t& deepest) const {
    if (n == RbTree::kNil) return;
    deepest = std::max(deepest, depth);
    in_order(tree.left(n), out, depth + 1, deepest);
    out.push_back(n);
    in_order(tree.right(n), out, depth + 1, deepest);
  }
};

}  // namespace

TEST_CASE("a red-black tree keeps its nodes in order and its paths short") {
  CHECK(rc::check("insertions and erasures", [] {
    Numbers numbers;
    const auto steps = *rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 400));
    for (const std::uint32_t n : steps) {
      const bool there = std::binary_search(numbers.sorted.begin(), numbers.sorted.end(), n);
      if (!there) numbers.insert(n);
      if (there) numbers.erase(n % numbers.sorted.size());
      std::vector<std::uint32_t> order;
      std::size_t deepest = 0;
      numbers.in_order(numbers.tree.root(), order, 1, deepest);
      RC_ASSERT(order == numbers.sorted);
      std::size_t limit = 0;  // 2 * log2(n + 1)
      for (std::size_t size = order.size() + 1; size > 1; size = (size + 1) / 2) limit += 2;
      RC_ASSERT(deepest <= limit);
    }
  }));
}
