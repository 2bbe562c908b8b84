#pragma once
// The stable tree: shared pages by content. A place in it is a regular node or a chain of nodes ("dups") of one
// content, each shared by at most max_page_sharing mappings (behaviour.md 1.4, 3.3, 3.4).
//
// Speed: in a clean tree a search finds what an index by content finds, and leaves no trace. A walk matters only while
// a stale node is in the tree, or a chain that a walk would prune, collapse or reorder; then the kernel's red-black
// tree is built from the places inserted since it was last needed, and walked. One thing is not tracked outside of
// walks: when a chain that would have stayed as it is was looked over last, which sets its next pruning by time.
// Scanners that find a page by its checksum have no walk that could meet another content's nodes, and no order of them.
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "ksmsim/content/content_index.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/host/host.h"
#include "rb_tree.h"
#include "tree_size.h"
#include "tunables.h"

namespace ksmsim {

enum class StableSearch : std::uint8_t {
  quick,        ///< walks only where a walk matters
  walk,         ///< always
  by_checksum,  ///< never: a search looks over the place of its own content, and no other
};

class StableTree {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;

  void start(Host& host, const KernelTraits& kernel, const Tunables& tunables, StableSearch search);

  /// A node that a page of this content can join, or kNone. Deletes the stale nodes that its walk meets.
  std::uint32_t search(Content c) {
    if (walk_matters()) return search_by_walk(c);
    const std::uint32_t place = index_.find(c, [this](std::uint32_t p) { return places_[p].content; });
    if (place == kNone) return kNone;
    const Place& p = places_[place];
    const std::uint32_t node = is_quiet(p) ? p.first : pick(place, true);
    return node != kNone && accepts(nodes_[node]) ? node : kNone;
  }
  /// A new node for a frame just made; a dup if the content has a node already.
  std::uint32_t insert(FrameId frame);
  /// The node of a frame, or kNone.
  std::uint32_t node_of(FrameId frame) const {
    return frame.value < node_of_frame_.size() ? node_of_frame_[frame.value] : kNone;
  }
  FrameId frame_of(std::uint32_t node) const { return nodes_[node].frame; }
  /// Do items remember nodes that are deleted?
  bool any_deleted() const { return deleted_ != 0; }
  bool deleted(std::uint32_t node) const { return nodes_[node].deleted; }
  /// Into the cache, step by step, what a search for `c` will read.
  [[gnu::always_inline]] void prefetch_index(Content c) const { index_.prefetch(c); }
  [[gnu::always_inline]] void prefetch_place(Content c) const {
    const std::uint32_t place = index_.guess(c);
    if (place != kNone) __builtin_prefetch(&places_[place]);
  }
  /// A search changes the tree, or may find what an index would not: even one for a content nobody else holds.
  bool walk_matters() const {
    if (search_ != StableSearch::quick) return search_ == StableSearch::walk;
    return stale_ != 0 || (!unquiet_.empty() && unquiet_.begin()->first <= host_->now().ns);
  }

  /// Of a search, for the cost model.
  std::uint64_t steps() const { return size_.steps(); }
  std::uint64_t prefix_bytes(Content c) const { return size_.prefix_bytes(c); }

  /// One more sharer; it remembers the node until it leaves or forgets it.
  void join(std::uint32_t node) {
    Node& n = nodes_[node];
    ++(n.sharers == 0 ? shared_ : sharing_);
    ++n.remembered;
    ++n.sharers;
    if (n.sharers == 1 || n.sharers == tunables_->max_page_sharing) accepting_changed(n);
  }
  /// A sharer goes. If the node is stale it is deleted, with all its sharers; one deleted before is only forgotten.
  void leave(std::uint32_t node);
  /// Frames that nobody maps any more: their nodes are stale.
  void orphaned(const std::vector<FrameId>& frames);
  /// run=2 and changes of max_page_sharing: nodes of unmapped frames go, and chains left empty.
  void delete_stale();
  /// stable_node_chains_prune_millisecs is another one.
  void pruning_changed();

  bool any_mapped() const { return linked_ > stale_; }
  std::uint64_t pages_shared() const { return shared_; }
  std::uint64_t pages_sharing() const { return sharing_; }
  std::uint64_t chains() const { return chains_; }
  std::uint64_t dups() const { return dups_; }

 private:
  struct alignas(32) Node {  // half a cache line
    FrameId frame;
    std::uint32_t place = kNone;
    std::uint32_t sharers = 0;                     ///< `rmap_hlist_len`
    std::uint32_t remembered = 0;                  ///< items that point here, also after deletion
    std::uint32_t previous = kNone, next = kNone;  ///< in its chain
    bool stale = false, deleted = false;
  };
  struct Place {  // a quarter of a cache line
    Content content;
    std::uint32_t first = kNone;  ///< the node, or the chain's first dup
    std::uint32_t chain = kNone;  ///< kNone: a regular node
  };
  struct Chain {
    std::uint32_t dups = 0, accepting = 0, stale = 0;
    std::int64_t pruned_at = 0;          ///< ns
    std::int64_t matters_from = kNever;  ///< from then on a walk across this chain changes it
  };
  struct Position {
    std::uint32_t place = kNone;          ///< of equal content, or kNone:
    std::uint32_t parent = RbTree::kNil;  ///< where a new one would go
    bool on_left = false;
    std::uint32_t node = kNone;  ///< the dup chosen
  };
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  bool accepts(const Node& n) const { return n.sharers >= 1 && n.sharers < tunables_->max_page_sharing; }
  std::uint32_t search_by_walk(Content c);
  Position find(Content c);
  bool ordered() const { return search_ != StableSearch::by_checksum; }
  Position walk(Content c, bool prune);
  void build();  ///< brings the red-black tree up to date

  // stable_chain.cpp
  std::uint32_t pick(std::uint32_t place, bool prune);
  std::uint32_t pick_from_chain(const Place& place, bool full);
  void end_chain(Place& place);
  std::int64_t next_prune(const Chain& chain) const {
    return chain.pruned_at + milliseconds(tunables_->stable_node_chains_prune_millisecs).ns;
  }
  void make_chain(std::uint32_t place);
  void push_front(Place& place, std::uint32_t node);
  void unlink(Place& place, std::uint32_t node);
  void accepting_changed(const Node& n);
  bool is_quiet(const Place& place) const {
    return place.chain == kNone ? !nodes_[place.first].stale : stays_as_it_is(place);
  }
  /// A search that comes to this chain takes its first dup and changes nothing.
  bool stays_as_it_is(const Place& place) const {
    const Chain& chain = chain_of_[place.chain];
    return chain.stale == 0 && chain.accepting == 1 && chain.dups > 1 && accepts(nodes_[place.first]) &&
           host_->now().ns < next_prune(chain);
  }
  void note_chain(const Place& place);
  std::int64_t matters_from(const Place& place) const;
  void delete_node(std::uint32_t node);
  void delete_place(std::uint32_t place);
  std::uint32_t new_node(FrameId frame, std::uint32_t place);
  std::uint32_t new_place(Content c);
  void free_node(std::uint32_t node);
  void forget(std::uint32_t node);

  Host* host_ = nullptr;
  const KernelTraits* kernel_ = nullptr;
  const Tunables* tunables_ = nullptr;
  StableSearch search_ = StableSearch::quick;
  TreeSize size_;  ///< places
  std::vector<Node> nodes_;
  std::vector<Place> places_;
  std::vector<Chain> chain_of_;  ///< by Place::chain
  std::vector<std::uint32_t> free_nodes_, free_places_, free_chains_;
  std::vector<std::uint32_t> node_of_frame_;
  ContentIndex index_;                                        ///< content -> place
  RbTree tree_;                                               ///< of places, but for:
  std::vector<std::uint32_t> unbuilt_;                        ///< places inserted since, in order
  std::set<std::pair<std::int64_t, std::uint32_t>> unquiet_;  ///< (matters_from, chain)
  std::uint64_t shared_ = 0, sharing_ = 0, chains_ = 0, dups_ = 0, linked_ = 0, stale_ = 0, deleted_ = 0;
};

}  // namespace ksmsim
