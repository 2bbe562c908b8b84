#include "unstable_tree.h"

#include <algorithm>
#include <map>

namespace ksmsim {

void UnstableTree::start(Host& host, std::vector<RmapItem>& items, bool always_walk) {
  host_ = &host;
  items_ = &items;
  always_walk_ = always_walk;
}

void UnstableTree::reset(std::uint8_t scan) {
  scan_ = scan;
  walking_ = false;
  unchanged_until_ = {std::numeric_limits<std::int64_t>::max()};
  host_->clear_watched_changed();
  index_.clear();
  log_.clear();
  size_.clear();
  tree_.clear();
  page_of_.clear();
}

/// Did a page change that is in the tree? Pages left over from the scan before do not count.
bool UnstableTree::in_tree_changed() {
  const auto& changed = host_->watched_changed();
  const bool found = std::any_of(changed.begin(), changed.end(), [this](PageIndex p) {
    const RmapItem& item = (*items_)[p.value];
    return item.state == ItemState::unstable && item.scan == scan_;
  });
  host_->clear_watched_changed();
  return found;
}

/// The tree as the insertions and erasures so far have made it. Until now every page in it has held its old_checksum.
/// The items of pages erased since use their link otherwise by now, so their numbers in the tree are kept aside.
void UnstableTree::build() {
  walking_ = true;
  std::map<PageIndex, std::uint32_t> erased_later;
  for (const std::uint32_t entry : log_) {
    if ((entry & kErased) != 0) erased_later[PageIndex(entry & ~kErased)] = 0;
  }
  for (const std::uint32_t entry : log_) {
    const PageIndex page(entry & ~kErased);
    const auto erased = erased_later.find(page);
    if ((entry & kErased) != 0) {
      tree_.erase(erased->second);
      continue;
    }
    const std::uint32_t number = link(page, descend_by_old_checksum(page));
    (erased == erased_later.end() ? (*items_)[page.value].link : erased->second) = number;
  }
  log_.clear();
  index_.clear();
}

UnstableTree::Found UnstableTree::descend_by_old_checksum(PageIndex page) const {
  const Content c = (*items_)[page.value].old_checksum;
  Found found;
  for (std::uint32_t at = tree_.root(); at != RbTree::kNil;) {
    found.parent = at;
    found.on_left = content_order(c, (*items_)[page_of_[at].value].old_checksum) < 0;
    at = found.on_left ? tree_.left(at) : tree_.right(at);
  }
  return found;
}

std::uint32_t UnstableTree::link(PageIndex page, const Found& found) {
  const auto number = static_cast<std::uint32_t>(page_of_.size());
  page_of_.push_back(page);
  tree_.link(number, found.parent, found.on_left);
  return number;
}

bool UnstableTree::page_there(PageIndex page) const { return host_->page(page).candidate(); }

UnstableTree::Found UnstableTree::walk(Content c) const {
  Found found;
  for (std::uint32_t at = tree_.root(); at != RbTree::kNil;) {
    const PageIndex page = page_of_[at];
    if (!page_there(page)) return {Found::What::page_gone, page, RbTree::kNil, false};
    const auto order = content_order(c, host_->content(page));
    if (order == 0) return {Found::What::equal, page, RbTree::kNil, false};
    found.parent = at;
    found.on_left = order < 0;
    at = found.on_left ? tree_.left(at) : tree_.right(at);
  }
  return found;
}

/// A huge page split on the way here may have given this very page back: then the tree holds a page that is not there.
void UnstableTree::insert_into_tree(PageIndex page, const Found& found) {
  Found place = found;
  if (!walking_) {
    build();
    place = descend_by_old_checksum(page);
  }
  (*items_)[page.value].link = link(page, place);
}

void UnstableTree::erase_inserted(PageIndex page) {
  look_for_changes();
  const RmapItem& item = (*items_)[page.value];
  size_.remove(item.old_checksum);
  if (walking_) return tree_.erase(item.link);
  log_.push_back(page.value | kErased);
  if (!item.old_checksum.is_owned()) index_.erase(item.old_checksum, page.value);
}

}  // namespace ksmsim
