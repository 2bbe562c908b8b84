// The merge routine: what ksmd does with one page (behaviour.md, section 3).
#include "ksm_scanner.h"

namespace ksmsim {

void KsmScanner::visit(PageIndex page) {
  RmapItem& item = items_[page.value];
  const Page& p = host_->page(page);
  if (p.state == PageState::ksm) {
    detach(page, item);
    return join(item, stable_.node_of(FrameId(p.link)));
  }
  const Content c = host_->content(page);
  if (kernel_->checksum_first) {
    detach(page, item);
    if (!unchanged(item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  ++work_.stable_searches;
  work_.stable_steps += stable_.steps();
  work_.prefix_bytes += stable_.prefix_bytes(c);
  const std::uint32_t node = c.is_owned() && !stable_.walk_matters() ? StableTree::kNone : stable_.search(c);
  detach(page, item);
  if (node != StableTree::kNone) {
    ++work_.equal_in_tree;
    if (!merge_with_frame(page, stable_.frame_of(node))) return;
    ++work_.joined;
    return join(item, node);
  }
  if (!kernel_->checksum_first) {
    if (!unchanged(item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  search_unstable(page, c);
}

/// The zero page instead of a page of zeros. If that fails the page goes on as any other.
bool KsmScanner::merged_as_zero(PageIndex page, const RmapItem& item, Content c) {
  if (!item.old_checksum.is_zero()) return false;
  if (!can_write_protect(page, false) || !c.is_zero()) return false;
  ++work_.merge_compares;
  ++work_.zero_merged;
  host_->map_ksm_zero(page);
  return true;
}

void KsmScanner::search_unstable(PageIndex page, Content c) {
  ++work_.unstable_searches;
  work_.unstable_steps += unstable_.steps();
  work_.prefix_bytes += unstable_.prefix_bytes(c);
  const UnstableTree::Found found = unstable_.search(c);
  switch (found.what) {
    case UnstableTree::Found::What::page_gone:
      return;
    case UnstableTree::Found::What::equal:
      ++work_.equal_in_tree;
      return merge_pair(page, found.page);
    case UnstableTree::Found::What::nothing_equal:
      break;
  }
  RmapItem& item = items_[page.value];
  unstable_.insert(page, c, found);
  item.state = ItemState::unstable;
  item.scan = static_cast<std::uint8_t>(full_scans_);
  ++unshared_;
  ++work_.inserted;
}

/// Two equal pages become one: the scanned page is made the shared one, and the one from the tree is given back.
void KsmScanner::merge_pair(PageIndex page, PageIndex other) {
  const bool same_huge_page = host_->same_huge_page(page, other);
  if (!turn_into_ksm(page, same_huge_page)) {
    if (same_huge_page) split_huge_page(page);
    return;
  }
  const FrameId frame(host_->page(page).link);
  if (!merge_with_frame(other, frame)) {
    host_->undo_ksm(page);
    return;
  }
  ++work_.paired;
  ++work_.stable_searches;
  work_.stable_steps += stable_.steps();
  detach(other, items_[other.value]);
  const std::uint32_t node = stable_.insert(frame);
  join(items_[other.value], node);
  join(items_[page.value], node);
}

bool KsmScanner::turn_into_ksm(PageIndex page, bool other_reference) {
  if (!can_write_protect(page, other_reference)) return false;
  host_->make_ksm(page);
  return true;
}

}  // namespace ksmsim
