#pragma once
// ksmd's way from page to page: for the one source file of a scanner that has its batches.
#include "ksmd.h"

namespace ksmsim {

/// What pages further on hold will be looked for soon. Each look is a miss in the cache whose place the one before
/// tells, so they are fetched in steps, one a few pages after the other.
inline void Ksmd::look_ahead(std::uint32_t page) const {
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
inline PageIndex Ksmd::next_page_of_vm() {
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
inline PageIndex Ksmd::next_page() {
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

template <class Visit>
BatchWork Ksmd::scan_pages(std::vector<Content>* checksummed, Visit visit) {
  begin_batch(checksummed);
  const std::uint64_t scans_before = full_scans_;
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
  work_.merged = merged;
  end_batch(visits, scans_before);
  return work_;
}

}  // namespace ksmsim
