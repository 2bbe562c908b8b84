#include "stable_tree.h"

namespace ksmsim {

void StableTree::start(Host& host, const KernelTraits& kernel, const Tunables& tunables, StableSearch search) {
  host_ = &host;
  kernel_ = &kernel;
  tunables_ = &tunables;
  search_ = search;
}

/// Places go where the order of contents sends them: places hold what they were made with, so a walk needs no dups.
void StableTree::build() {
  for (const std::uint32_t place : unbuilt_) {
    std::uint32_t parent = RbTree::kNil;
    bool on_left = false;
    for (std::uint32_t at = tree_.root(); at != RbTree::kNil;) {
      parent = at;
      on_left = content_order(places_[place].content, places_[at].content) < 0;
      at = on_left ? tree_.left(at) : tree_.right(at);
    }
    tree_.link(place, parent, on_left);
  }
  unbuilt_.clear();
}

/// Every place on the way is looked over, which deletes what is stale there; a place that goes sends the walk back to
/// the root.
StableTree::Position StableTree::walk(Content c, bool prune) {
  build();
  Position position;
  std::uint32_t at = tree_.root();
  while (at != RbTree::kNil) {
    const Content content = places_[at].content;
    const std::uint32_t node = pick(at, prune);
    if (node == kNone) {
      position = {};
      at = tree_.root();
      continue;
    }
    const auto order = content_order(c, content);
    if (order == 0) return {at, RbTree::kNil, false, node};
    position.parent = at;
    position.on_left = order < 0;
    at = position.on_left ? tree_.left(at) : tree_.right(at);
  }
  return position;
}

/// Where a new node of this content goes. Nothing is pruned on the way.
StableTree::Position StableTree::find(Content c) {
  if (walk_matters()) return walk(c, false);
  const std::uint32_t place = index_.find(c, [this](std::uint32_t p) { return places_[p].content; });
  if (place == kNone) return {};
  const std::uint32_t node = pick(place, false);
  return node == kNone ? Position{} : Position{place, RbTree::kNil, false, node};
}

std::uint32_t StableTree::search_by_walk(Content c) {
  const Position found = walk(c, true);
  return found.place != kNone && accepts(nodes_[found.node]) ? found.node : kNone;
}

std::uint32_t StableTree::insert(FrameId frame) {
  const Content c = host_->frame_content(frame);
  const bool walked = walk_matters();
  const Position position = find(c);
  if (position.place != kNone) {
    if (places_[position.place].chain == kNone) make_chain(position.place);
    const std::uint32_t node = new_node(frame, position.place);
    push_front(places_[position.place], node);
    ++dups_;
    note_chain(places_[position.place]);
    return node;
  }
  const std::uint32_t place = new_place(c);
  const std::uint32_t node = new_node(frame, place);
  push_front(places_[place], node);
  index_.insert(c, place);
  if (walked) {
    tree_.link(place, position.parent, position.on_left);
  } else if (ordered()) {
    unbuilt_.push_back(place);
  }
  return node;
}

std::uint32_t StableTree::new_place(Content c) {
  size_.add(c);
  if (free_places_.empty()) {
    places_.push_back({c, kNone, kNone});
    return static_cast<std::uint32_t>(places_.size() - 1);
  }
  const std::uint32_t place = free_places_.back();
  free_places_.pop_back();
  places_[place] = {c, kNone, kNone};
  return place;
}

void StableTree::leave(std::uint32_t node) {
  Node& n = nodes_[node];
  if (n.stale && !n.deleted) delete_node(node);
  if (n.deleted) return forget(node);
  --n.remembered;
  --n.sharers;
  --(n.sharers == 0 ? shared_ : sharing_);
  if (n.sharers == 0 || n.sharers + 1 == tunables_->max_page_sharing) accepting_changed(n);
}

void StableTree::forget(std::uint32_t node) {
  if (--nodes_[node].remembered == 0) free_node(node);
}

void StableTree::orphaned(const std::vector<FrameId>& frames) {
  for (const FrameId frame : frames) {
    const std::uint32_t node = node_of(frame);
    if (node == kNone || host_->mappings(frame) != 0) continue;
    nodes_[node].stale = true;
    ++stale_;
    const std::uint32_t chain = places_[nodes_[node].place].chain;
    if (chain != kNone) ++chain_of_[chain].stale;
  }
}

void StableTree::delete_stale() {
  for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].stale && !nodes_[n].deleted) delete_node(n);
  }
  for (std::uint32_t p = 0; p < places_.size(); ++p) {
    if (places_[p].chain != kNone && chain_of_[places_[p].chain].dups == 0) delete_place(p);
  }
}

}  // namespace ksmsim
