#include "rb_tree.h"

namespace ksmsim {

/// `with` takes the place of `old` under old's parent.
void RbTree::replace_child(std::uint32_t old, std::uint32_t with) {
  const std::uint32_t parent = nodes_[old].parent;
  if (parent == kNil) {
    root_ = with;
  } else if (nodes_[parent].left == old) {
    nodes_[parent].left = with;
  } else {
    nodes_[parent].right = with;
  }
  if (with != kNil) nodes_[with].parent = parent;
}

/// x goes down to the left (or right); its other child comes up.
void RbTree::rotate(std::uint32_t x, bool to_left) {
  const std::uint32_t up = child(x, !to_left);
  const std::uint32_t moved = child(up, to_left);
  (to_left ? nodes_[x].right : nodes_[x].left) = moved;
  if (moved != kNil) nodes_[moved].parent = x;
  replace_child(x, up);
  (to_left ? nodes_[up].left : nodes_[up].right) = x;
  nodes_[x].parent = up;
}

void RbTree::link(std::uint32_t n, std::uint32_t parent, bool on_left) {
  if (n >= nodes_.size()) nodes_.resize(n + std::size_t{1});
  nodes_[n] = {parent, kNil, kNil, true};
  if (parent == kNil) {
    root_ = n;
  } else {
    (on_left ? nodes_[parent].left : nodes_[parent].right) = n;
  }
  fix_insertion(n);
}

void RbTree::fix_insertion(std::uint32_t n) {
  while (is_red(nodes_[n].parent)) {
    std::uint32_t parent = nodes_[n].parent;
    const std::uint32_t grandparent = nodes_[parent].parent;
    const bool parent_left = nodes_[grandparent].left == parent;
    const std::uint32_t uncle = child(grandparent, !parent_left);
    if (is_red(uncle)) {
      nodes_[parent].red = nodes_[uncle].red = false;
      nodes_[grandparent].red = true;
      n = grandparent;
      continue;
    }
    if (child(parent, !parent_left) == n) {
      rotate(parent, parent_left);
      parent = n;
    }
    nodes_[parent].red = false;
    nodes_[grandparent].red = true;
    rotate(grandparent, !parent_left);
    break;
  }
  nodes_[root_].red = false;
}

void RbTree::erase(std::uint32_t n) {
  std::uint32_t hole = kNil, parent = kNil;
  bool black = false;
  if (nodes_[n].left == kNil || nodes_[n].right == kNil) {
    hole = nodes_[n].left == kNil ? nodes_[n].right : nodes_[n].left;
    parent = nodes_[n].parent;
    black = !nodes_[n].red;
    replace_child(n, hole);
  } else {
    std::uint32_t successor = nodes_[n].right;
    while (nodes_[successor].left != kNil) successor = nodes_[successor].left;
    black = !nodes_[successor].red;
    hole = nodes_[successor].right;
    parent = successor;
    if (nodes_[successor].parent != n) {
      parent = nodes_[successor].parent;
      replace_child(successor, hole);
      nodes_[successor].right = nodes_[n].right;
      nodes_[nodes_[successor].right].parent = successor;
    }
    replace_child(n, successor);
    nodes_[successor].left = nodes_[n].left;
    nodes_[nodes_[successor].left].parent = successor;
    nodes_[successor].red = nodes_[n].red;
  }
  if (black) fix_erasure(hole, parent);
}

/// The path through `x` (maybe kNil), child of `parent`, is one black node short.
void RbTree::fix_erasure(std::uint32_t x, std::uint32_t parent) {
  while (x != root_ && !is_red(x)) {
    const bool on_left = nodes_[parent].left == x;
    std::uint32_t sibling = child(parent, !on_left);
    if (is_red(sibling)) {
      nodes_[sibling].red = false;
      nodes_[parent].red = true;
      rotate(parent, on_left);
      sibling = child(parent, !on_left);
    }
    if (!is_red(child(sibling, !on_left))) {
      if (!is_red(child(sibling, on_left))) {
        nodes_[sibling].red = true;
        x = parent;
        parent = nodes_[x].parent;
        continue;
      }
      nodes_[child(sibling, on_left)].red = false;
      nodes_[sibling].red = true;
      rotate(sibling, !on_left);
      sibling = child(parent, !on_left);
    }
    nodes_[sibling].red = nodes_[parent].red;
    nodes_[parent].red = false;
    nodes_[child(sibling, !on_left)].red = false;
    rotate(parent, on_left);
    return;
  }
  if (x != kNil) nodes_[x].red = false;
}

}  // namespace ksmsim
