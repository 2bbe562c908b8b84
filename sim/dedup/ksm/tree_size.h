#pragma once
// What a search of a tree would compare, from what is in it: the cost model's view of a tree that is not walked.
#include <cstdint>

#include "ksmsim/content/content.h"
#include "ksmsim/dedup/scanner.h"

namespace ksmsim {

class TreeSize {
 public:
  void clear() { nodes_ = alike_ = 0; }
  void add(Content c) {
    ++nodes_;
    alike_ += alike(c);
  }
  void remove(Content c) {
    --nodes_;
    alike_ -= alike(c);
  }
  std::uint64_t steps() const { return tree_steps(nodes_); }
  /// Bytes that a search for `c` finds equal before a comparison ends, whole pages aside. Most contents differ in their
  /// first word, of what a trace holds that is taken for granted; zeros and `last_word` differ in their last alone, and
  /// lie side by side in the tree, so that the last steps are among them.
  std::uint64_t prefix_bytes(Content c) const {
    return alike(c) ? tree_steps(alike_) * kPrefix / BatchWork::kSteps : 0;
  }

 private:
  static constexpr std::uint64_t kPrefix = kPageSize - 8;
  static bool alike(Content c) { return c.is_zero() || c.kind() == ContentKind::last_word; }

  std::uint32_t nodes_ = 0, alike_ = 0;
};

}  // namespace ksmsim
