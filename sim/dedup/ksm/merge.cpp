// The merge routine: what ksmd does with one page (behaviour.md, section 3).
#include "ksm_scanner.h"

namespace ksmsim {

void KsmScanner::visit(PageIndex page) {
  RmapItem& item = items_[page.value];
  const Page& p = host_->page(page);
  if (p.state == PageState::ksm) {
    // Nobody but ksmd maps KSM pages here (no fork), so an item that shares one shares the one that its page maps.
    if (item.state == ItemState::stable) return;
    detach(page, item);
    return join(item, stable_.node_of(FrameId(p.link)));
  }
  const Content c = host_->content(page);
  if (kernel_->checksum_first) {
    detach(page, item);
    if (!unchanged(page, item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  const std::uint32_t node = c.is_owned() && !stable_.walk_needed() ? StableTree::kNone : stable_.search(c);
  detach(page, item);
  if (node != StableTree::kNone) {
    if (merge_with_frame(page, stable_.frame_of(node))) join(item, node);
    return;
  }
  if (!kernel_->checksum_first) {
    if (!unchanged(page, item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  search_unstable(page, c);
}

/// Hashes the page. The first time, and whenever it changed, the new checksum is kept and the page left alone.
bool KsmScanner::unchanged(PageIndex, RmapItem& item, Content c) {
  ++checksums_;
  if (checksummed_ != nullptr) checksummed_->push_back(c);
  if (item.old_checksum == c) return true;
  item.old_checksum = c;
  return false;
}

/// The zero page instead of a page of zeros. If that fails the page goes on as any other.
bool KsmScanner::merged_as_zero(PageIndex page, const RmapItem& item, Content c) {
  if (!item.old_checksum.is_zero()) return false;
  if (!can_write_protect(page, false) || !c.is_zero()) return false;
  host_->map_ksm_zero(page);
  return true;
}

void KsmScanner::search_unstable(PageIndex page, Content c) {
  const UnstableTree::Found found = unstable_.search(c);
  switch (found.what) {
    case UnstableTree::Found::What::page_gone:
      return;
    case UnstableTree::Found::What::equal:
      return merge_pair(page, found.page);
    case UnstableTree::Found::What::nothing_equal:
      break;
  }
  RmapItem& item = items_[page.value];
  unstable_.insert(page, c, found);
  item.state = ItemState::unstable;
  item.scan = static_cast<std::uint8_t>(full_scans_);
  ++unshared_;
}

/// Two equal pages become one: the scanned page is made the shared one, and the one from the tree is given back.
void KsmScanner::merge_pair(PageIndex page, PageIndex other) {
  const bool same_huge_page = host_->same_huge_page(page, other);
  if (!turn_into_ksm(page, same_huge_page)) {
    if (same_huge_page) host_->split_huge_page(page);
    return;
  }
  const FrameId frame(host_->page(page).link);
  if (!merge_with_frame(other, frame)) {
    host_->undo_ksm(page);
    return;
  }
  detach(other, items_[other.value]);
  const std::uint32_t node = stable_.insert(frame);
  join(items_[other.value], node);
  join(items_[page.value], node);
}

/// Nothing but its mapping may hold the page: no LRU batch, no huge page that cannot be split now.
bool KsmScanner::can_write_protect(PageIndex page, bool other_reference) {
  if (!host_->page(page).is(Page::kMergeable)) return false;
  if (host_->page(page).is(Page::kHuge)) {
    if (other_reference) return false;
    host_->split_huge_page(page);
  }
  const Page& p = host_->page(page);
  return p.state == PageState::anon && !p.is(Page::kFresh);
}

bool KsmScanner::turn_into_ksm(PageIndex page, bool other_reference) {
  if (!can_write_protect(page, other_reference)) return false;
  host_->make_ksm(page);
  return true;
}

/// The page holds what the frame holds: a search has just found so, and nobody writes during a batch.
bool KsmScanner::merge_with_frame(PageIndex page, FrameId frame) {
  if (!can_write_protect(page, false)) return false;
  host_->map_ksm(page, frame);
  return true;
}

void KsmScanner::join(RmapItem& item, std::uint32_t node) {
  stable_.join(node);
  item.state = ItemState::stable;
  item.link = node;
}

}  // namespace ksmsim
