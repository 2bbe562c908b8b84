// ksmd's way through the registered VMs: full scans, batches, the next page, what is skipped.
#include "ksm_scanner.h"

namespace ksmsim {

void KsmScanner::count_scanned(std::uint64_t visits, bool ended_early) {
  if (!kernel_->pages_scanned_off_by_one) {
    pages_scanned_ += visits;
  } else if (!ended_early) {
    pages_scanned_ += visits + 1;
  }
}

void KsmScanner::start_full_scan() {
  host_->drain_lru();
  unstable_.reset(static_cast<std::uint8_t>(full_scans_));
  cursor_ = 0;
  enter_vm();
}

/// The cursor is at the start of its VM, if it is at any.
void KsmScanner::enter_vm() {
  cursor_met_mapping_ = false;
  if (cursor_ == kBetweenScans) return;
  next_ = host_->first_page(mms_[cursor_]).value;
  end_ = next_ + host_->page_count(mms_[cursor_]);
}

/// What pages further on hold will be looked for soon. Each look is a miss in the cache whose place the one before
/// tells, so they are fetched in steps, one a few pages after the other.
void KsmScanner::look_ahead(std::uint32_t page) const {
  constexpr std::uint32_t kStep = 8;
  if (end_ - page <= 2 * kStep || stable_.pages_shared() == 0) return;
  const auto searched = [](const Page& p) {
    return p.state == PageState::anon && !p.content.is_zero() && !p.content.is_owned();
  };
  const Page& far = host_->page(PageIndex(page + 2 * kStep));
  if (searched(far)) stable_.prefetch_index(far.content);
  const Page& near = host_->page(PageIndex(page + kStep));
  if (searched(near)) stable_.prefetch_place(near.content);
}

/// On through the VM's pages; records of pages that are not there any more go as the cursor passes them.
PageIndex KsmScanner::next_page_of_vm() {
  while (next_ < end_) {
    const PageIndex page(next_++);
    const Page& p = host_->page(page);
    RmapItem& item = items_[page.value];
    if (p.is(Page::kMergeable)) cursor_met_mapping_ = true;
    if (!p.candidate()) {
      if (item.state != ItemState::no_item) free_item(page, item);
      continue;
    }
    look_ahead(page.value);
    if (item.state == ItemState::no_item) {
      item = {};
      item.state = ItemState::none;
      ++rmap_items_;
    }
    if (!tunables_.smart_scan || p.state == PageState::ksm || !skip(page, item)) return page;
  }
  return {};
}

/// The next page to visit; none at the end of a full scan, which ends the batch.
PageIndex KsmScanner::next_page() {
  if (mms_.empty()) return {};
  if (cursor_ == kBetweenScans) start_full_scan();
  while (true) {
    const PageIndex page = next_page_of_vm();
    if (page.valid()) return page;
    end_of_vm();
    if (cursor_ != kBetweenScans) continue;
    ++full_scans_;
    return {};
  }
}

BatchWork KsmScanner::scan_batch(std::vector<Content>* checksummed) {
  checksummed_ = checksummed;
  work_ = {};
  stable_.orphaned(host_->take_orphaned_frames());
  // Of a VM that died under the cursor all records go, from the first on.
  if (cursor_ != kBetweenScans && !host_->alive(mms_[cursor_])) enter_vm();
  const std::uint64_t scans_before = full_scans_;
  work_.full_scan_began = cursor_ == kBetweenScans && !mms_.empty() && tunables_.pages_to_scan != 0;
  std::uint64_t visits = 0, merged = 0;  // in registers, not in work_: once a page
  for (const std::uint32_t quota = tunables_.pages_to_scan; visits < quota; ++visits) {
    const PageIndex page = next_page();
    if (!page.valid()) break;
    if (merged_already(page)) {
      ++merged;
    } else {
      visit(page);
    }
  }
  work_.visits = visits;
  work_.merged = merged;
  work_.full_scan_ended = full_scans_ != scans_before;
  count_scanned(work_.visits, work_.visits < tunables_.pages_to_scan);
  return work_;
}

/// A VM without any mergeable mapping, or dead, is deregistered.
void KsmScanner::end_of_vm() {
  if (cursor_met_mapping_) {
    ++cursor_;
  } else {
    mms_.erase(mms_.begin() + static_cast<std::ptrdiff_t>(cursor_));
  }
  if (cursor_ >= mms_.size()) cursor_ = kBetweenScans;
  enter_vm();
}

/// smart_scan: a page met often without being merged is skipped more and more (behaviour.md, section 6).
bool KsmScanner::skip(PageIndex page, RmapItem& item) {
  const std::uint8_t age = item.age;
  if (item.age != 255) ++item.age;
  if (age < 3) return false;
  if (item.remaining_skips == 0) {
    item.remaining_skips = age <= 3 ? 1 : age <= 5 ? 2 : age <= 8 ? 4 : 8;
    return false;
  }
  ++pages_skipped_;
  ++work_.skipped;
  --item.remaining_skips;
  detach(page, item);
  return true;
}

}  // namespace ksmsim
