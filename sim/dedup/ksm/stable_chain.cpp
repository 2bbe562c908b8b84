// Stable nodes and their chains: which dup a page joins, when a chain collapses, what goes when a node is stale.
#include "stable_tree.h"

namespace ksmsim {

std::uint32_t StableTree::new_node(FrameId frame, std::uint32_t place) {
  std::uint32_t node = 0;
  if (free_nodes_.empty()) {
    node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
  } else {
    node = free_nodes_.back();
    free_nodes_.pop_back();
  }
  nodes_[node] = {};
  nodes_[node].frame = frame;
  nodes_[node].place = place;
  if (frame.value >= node_of_frame_.size()) node_of_frame_.resize(frame.value + std::size_t{1}, kNone);
  node_of_frame_[frame.value] = node;
  ++linked_;
  return node;
}

void StableTree::free_node(std::uint32_t node) {
  --deleted_;
  free_nodes_.push_back(node);
}

void StableTree::push_front(Place& place, std::uint32_t node) {
  Node& n = nodes_[node];
  n.previous = kNone;
  n.next = place.first;
  if (place.first != kNone) nodes_[place.first].previous = node;
  place.first = node;
  if (place.chain == kNone) return;
  ++chain_of_[place.chain].dups;
  if (accepts(n)) ++chain_of_[place.chain].accepting;
}

void StableTree::unlink(Place& place, std::uint32_t node) {
  const Node& n = nodes_[node];
  (n.previous == kNone ? place.first : nodes_[n.previous].next) = n.next;
  if (n.next != kNone) nodes_[n.next].previous = n.previous;
  if (place.chain == kNone) return;
  --chain_of_[place.chain].dups;
  if (accepts(n)) --chain_of_[place.chain].accepting;
}

/// The node takes sharers from now on, or no more.
void StableTree::accepting_changed(const Node& n) {
  const Place& place = places_[n.place];
  if (place.chain == kNone) return;
  std::uint32_t& accepting = chain_of_[place.chain].accepting;
  accepting = accepts(n) ? accepting + 1 : accepting - 1;
  note_chain(place);
}

void StableTree::make_chain(std::uint32_t at) {
  Place& place = places_[at];
  const Node& n = nodes_[place.first];
  const Chain chain{1, accepts(n) ? 1u : 0u, n.stale ? 1u : 0u, host_->now().ns, kNever};
  if (free_chains_.empty()) {
    place.chain = static_cast<std::uint32_t>(chain_of_.size());
    chain_of_.push_back(chain);
  } else {
    place.chain = free_chains_.back();
    free_chains_.pop_back();
    chain_of_[place.chain] = chain;
  }
  ++chains_;
  ++dups_;
}

/// What is left of the chain is a regular node, or nothing.
void StableTree::end_chain(Place& place) {
  const Chain& chain = chain_of_[place.chain];
  if (chain.matters_from != kNever) unquiet_.erase({chain.matters_from, place.chain});
  free_chains_.push_back(place.chain);
  place.chain = kNone;
  --chains_;
}

/// When a walk across the chain begins to change it: at once if it would be freed, collapsed or reordered; at its next
/// pruning if that may put a fuller dup first; never if it stays as it is.
std::int64_t StableTree::matters_from(const Place& place) const {
  const Chain& chain = chain_of_[place.chain];
  const std::int64_t next_prune = this->next_prune(chain);
  if (chain.dups == 0) return 0;
  if (chain.dups == 1) return kernel_->collapse_any_time ? 0 : chain.accepting != 0 ? next_prune : kNever;
  if (chain.accepting == 0) return kNever;
  if (!accepts(nodes_[place.first])) return 0;
  return chain.accepting == 1 ? kNever : next_prune;
}

void StableTree::note_chain(const Place& place) {
  Chain& chain = chain_of_[place.chain];
  const std::int64_t from = matters_from(place);
  if (from == chain.matters_from) return;
  if (chain.matters_from != kNever) unquiet_.erase({chain.matters_from, place.chain});
  if (from != kNever) unquiet_.insert({from, place.chain});
  chain.matters_from = from;
}

void StableTree::pruning_changed() {
  for (const Place& place : places_) {
    if (place.chain != kNone) note_chain(place);
  }
}

/// The page that stands for the place in a comparison, and that a page of its content may join; kNone if the place
/// went.
std::uint32_t StableTree::pick(std::uint32_t at, bool prune) {
  Place& place = places_[at];
  if (place.chain == kNone) {
    const std::uint32_t node = place.first;
    if (!nodes_[node].stale) return node;
    delete_node(node);
    return kNone;
  }
  Chain& chain = chain_of_[place.chain];
  const std::int64_t now = host_->now().ns;
  const bool full = prune && now >= next_prune(chain);
  if (full) chain.pruned_at = now;
  const std::uint32_t best = pick_from_chain(place, full);
  if (best == kNone && chain.dups == 0) {
    delete_place(at);
    return kNone;
  }
  if (chain.dups == 1 && (kernel_->collapse_any_time || (full && best != kNone))) {
    --dups_;
    end_chain(place);
    return best;
  }
  if (best != kNone && place.first != best && nodes_[best].sharers >= 1 &&
      nodes_[best].sharers + 1 < tunables_->max_page_sharing) {
    unlink(place, best);
    push_front(place, best);
  }
  note_chain(place);
  return best == kNone ? place.first : best;
}

/// Until 6.10: the first dup that accepts, or the fullest of them when the chain is pruned in full; kNone if none does.
/// Since 6.11: the same, with the first live dup where none accepts. Stale dups that the walk meets are deleted.
std::uint32_t StableTree::pick_from_chain(const Place& place, bool full) {
  const bool fallback = kernel_->collapse_any_time;
  const Chain& chain = chain_of_[place.chain];
  if (chain.stale == 0 && chain.accepting == 0) return fallback ? place.first : kNone;
  if (chain.stale == 0 && chain.accepting == 1 && accepts(nodes_[place.first])) return place.first;
  std::uint32_t best = kNone;
  for (std::uint32_t dup = place.first, next = kNone; dup != kNone; dup = next) {
    next = nodes_[dup].next;
    if (nodes_[dup].stale) {
      delete_node(dup);
      continue;
    }
    const bool usable = accepts(nodes_[dup]);
    const bool better = best == kNone
                            ? usable || fallback
                            : usable && (!accepts(nodes_[best]) || nodes_[dup].sharers > nodes_[best].sharers);
    if (better) best = dup;
    if (better && !full && usable) break;
  }
  return best;
}

/// A node nobody maps: its sharers' counts go, and it leaves the tree. The items learn of it when they are looked at.
void StableTree::delete_node(std::uint32_t node) {
  Node& n = nodes_[node];
  if (n.sharers != 0) {
    --shared_;
    sharing_ -= n.sharers - 1;
  }
  const std::uint32_t at = n.place;
  Place& place = places_[at];
  unlink(place, node);
  if (n.stale) --stale_;
  if (place.chain != kNone) {
    if (n.stale) --chain_of_[place.chain].stale;
    --dups_;
    note_chain(place);
  } else {
    delete_place(at);
  }
  n.deleted = true;
  ++deleted_;
  n.sharers = 0;
  --linked_;
  node_of_frame_[n.frame.value] = kNone;
  host_->release(n.frame);
  if (n.remembered == 0) free_node(node);
}

void StableTree::delete_place(std::uint32_t at) {
  if (ordered()) {
    build();
    tree_.erase(at);
  }
  Place& place = places_[at];
  if (place.chain != kNone) end_chain(place);
  index_.erase(place.content, at);
  size_.remove(place.content);
  place = {};
  free_places_.push_back(at);
}

}  // namespace ksmsim
