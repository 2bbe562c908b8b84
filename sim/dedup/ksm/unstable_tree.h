#pragma once
// The unstable tree: pages that did not change since they were last hashed, by what they hold; emptied at every full
// scan (behaviour.md 3.7). Pages in it are not write-protected, so their contents may change while they are there.
//
// Speed: while no page in it has changed or gone, a search finds what an index by content finds, and the tree is only
// the list of its insertions and erasures. From the first change on the kernel's red-black tree decides: it is built
// from that list, since its shape depends on nothing else, and walked with the pages' present contents.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "ksmsim/base/ids.h"
#include "ksmsim/content/content_index.h"
#include "ksmsim/host/host.h"
#include "rb_tree.h"
#include "rmap_item.h"
#include "tree_size.h"

namespace ksmsim {

class UnstableTree {
 public:
  /// What a search came to: an item of equal content, a place to insert at, or nothing at all because a page on the way
  /// is not there any more.
  struct Found {
    enum class What : std::uint8_t { nothing_equal, equal, page_gone } what = What::nothing_equal;
    PageIndex page;                       ///< equal: whose
    std::uint32_t parent = RbTree::kNil;  ///< nothing_equal, after a walk: where a new node would go
    bool on_left = false;
  };

  void start(Host& host, std::vector<RmapItem>& items, bool always_walk);
  /// A full scan starts: the tree is empty. `scan` marks what is inserted from now on.
  void reset(std::uint8_t scan);
  Found search(Content c) {
    look_for_changes();
    if (walking_) return walk(c);
    Found found;
    if (c.is_owned()) return found;
    const std::uint32_t page = index_.find(c, [this](std::uint32_t p) { return (*items_)[p].old_checksum; });
    if (page == ContentIndex::kNone) return found;
    found.what = Found::What::equal;
    found.page = PageIndex(page);
    return found;
  }
  /// Inserts where a search for it has just ended. `c`: what the page holds, which is its old_checksum too.
  void insert(PageIndex page, Content c, const Found& found) {
    host_->watch(page);
    size_.add(c);
    const Page& p = host_->page(page);
    if (walking_ || !p.candidate()) return insert_into_tree(page, found);
    log_.push_back(page.value);
    if (!c.is_owned()) index_.insert(c, page.value);
    if (p.change_class != 0) unchanged_until_ = std::min(unchanged_until_, host_->next_change_of(page));
  }
  /// Of a search, for the cost model.
  std::uint64_t steps() const { return size_.steps(); }
  std::uint64_t prefix_bytes(Content c) const { return size_.prefix_bytes(c); }
  /// Takes out an item; one inserted before the reset is in no tree.
  void erase(PageIndex page) {
    if ((*items_)[page.value].scan == scan_) erase_inserted(page);
  }

 private:
  void insert_into_tree(PageIndex page, const Found& found);
  void erase_inserted(PageIndex page);
  static constexpr std::uint32_t kErased = 0x80000000;

  /// From now on walks decide, if a page in the tree is not what it was when it was inserted.
  void look_for_changes() {
    if (walking_) return;
    if (always_walk_ || host_->now() >= unchanged_until_) return build();
    if (!host_->watched_changed().empty() && in_tree_changed()) build();
  }
  bool in_tree_changed();
  void build();
  Found walk(Content c) const;
  Found descend_by_old_checksum(PageIndex page) const;
  std::uint32_t link(PageIndex page, const Found& found);
  bool page_there(PageIndex page) const;

  Host* host_ = nullptr;
  std::vector<RmapItem>* items_ = nullptr;
  bool always_walk_ = false;
  bool walking_ = false;
  TreeSize size_;
  std::uint8_t scan_ = 0;
  SimTime unchanged_until_{std::numeric_limits<std::int64_t>::max()};
  ContentIndex index_;              ///< content -> page, while not walking
  std::vector<std::uint32_t> log_;  ///< insertions and erasures (kErased) since the reset, while not walking
  RbTree tree_;                     ///< while walking
  std::vector<PageIndex> page_of_;  ///< by number in the tree
};

}  // namespace ksmsim
