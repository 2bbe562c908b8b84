// How pages become one (behaviour.md 3.5, 3.6).
#include "ksmd.h"

namespace ksmsim {

/// The zero page instead of a page of zeros. If that fails the page goes on as any other.
bool Ksmd::merged_as_zero(PageIndex page, const RmapItem& item, Content c) {
  if (!item.old_checksum.is_zero()) return false;
  if (!can_write_protect(page, false) || !c.is_zero()) return false;
  ++work_.merge_compares;
  ++work_.zero_merged;
  host_->map_ksm_zero(page);
  return true;
}

/// Two equal pages become one: the scanned page is made the shared one, and the other is given back. False if they do
/// not, as one of them cannot be write-protected.
bool Ksmd::merge_pair(PageIndex page, PageIndex other) {
  const bool same_huge_page = host_->same_huge_page(page, other);
  if (!turn_into_ksm(page, same_huge_page)) {
    if (same_huge_page) split_huge_page(page);
    return false;
  }
  const FrameId frame(host_->page(page).link);
  if (!merge_with_frame(other, frame)) {
    host_->undo_ksm(page);
    return false;
  }
  ++work_.paired;
  detach(other, items_[other.value]);
  const std::uint32_t node = stable_.insert(frame);
  join(items_[other.value], node);
  join(items_[page.value], node);
  return true;
}

bool Ksmd::turn_into_ksm(PageIndex page, bool other_reference) {
  if (!can_write_protect(page, other_reference)) return false;
  host_->make_ksm(page);
  return true;
}

}  // namespace ksmsim
