#pragma once
// A red-black tree of numbered nodes with the shapes of Linux's rbtree: the classic insertion fix-up, and an erasure of
// a node with two children that puts its in-order successor in its place. The tree knows no keys: whoever walks it
// compares and says where a new node goes. Nodes are numbered densely by the caller.
#include <cstdint>
#include <vector>

namespace ksmsim {

class RbTree {
 public:
  static constexpr std::uint32_t kNil = 0xffffffff;

  std::uint32_t root() const { return root_; }
  std::uint32_t left(std::uint32_t n) const { return nodes_[n].left; }
  std::uint32_t right(std::uint32_t n) const { return nodes_[n].right; }
  /// Forgets all nodes; their memory stays for the next ones.
  void clear() { root_ = kNil; }
  /// Hangs node `n` under `parent` (kNil: as root), on its left or right, and rebalances.
  void link(std::uint32_t n, std::uint32_t parent, bool on_left);
  void erase(std::uint32_t n);

 private:
  struct Node {
    std::uint32_t parent = kNil, left = kNil, right = kNil;
    bool red = false;
  };
  bool is_red(std::uint32_t n) const { return n != kNil && nodes_[n].red; }
  std::uint32_t child(std::uint32_t n, bool on_left) const { return on_left ? nodes_[n].left : nodes_[n].right; }
  void rotate(std::uint32_t x, bool to_left);
  void replace_child(std::uint32_t old, std::uint32_t with);
  void fix_insertion(std::uint32_t n);
  void fix_erasure(std::uint32_t x, std::uint32_t parent);

  std::vector<Node> nodes_;
  std::uint32_t root_ = kNil;
};

}  // namespace ksmsim
