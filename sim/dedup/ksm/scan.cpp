// ksmd's way through the registered VMs: full scans, batches, what is skipped.
#include "ksmd.h"

namespace ksmsim {

void Ksmd::start_full_scan() {
  host_->drain_lru();
  unshared_reset(static_cast<std::uint8_t>(full_scans_));
  cursor_ = 0;
  enter_vm();
}

/// The cursor is at the start of its VM, if it is at any.
void Ksmd::enter_vm() {
  cursor_met_mapping_ = false;
  if (cursor_ == kBetweenScans) return;
  next_ = host_->first_page(mms_[cursor_]).value;
  end_ = next_ + host_->page_count(mms_[cursor_]);
}

void Ksmd::begin_batch(std::vector<Content>* checksummed) {
  checksummed_ = checksummed;
  work_ = {};
  stable_.orphaned(host_->take_orphaned_frames());
  // Of a VM that died under the cursor all records go, from the first on.
  if (cursor_ != kBetweenScans && !host_->alive(mms_[cursor_])) enter_vm();
  work_.full_scan_began = cursor_ == kBetweenScans && !mms_.empty() && tunables_.pages_to_scan != 0;
}

void Ksmd::end_batch(std::uint64_t visits, std::uint64_t scans_before) {
  work_.visits = visits;
  work_.full_scan_ended = full_scans_ != scans_before;
  const bool ended_early = visits < tunables_.pages_to_scan;
  if (!kernel_->pages_scanned_off_by_one) {
    pages_scanned_ += visits;
  } else if (!ended_early) {
    pages_scanned_ += visits + 1;
  }
}

/// A VM without any mergeable mapping, or dead, is deregistered.
void Ksmd::end_of_vm() {
  if (cursor_met_mapping_) {
    ++cursor_;
  } else {
    mms_.erase(mms_.begin() + static_cast<std::ptrdiff_t>(cursor_));
  }
  if (cursor_ >= mms_.size()) cursor_ = kBetweenScans;
  enter_vm();
}

/// smart_scan: a page met often without being merged is skipped more and more (behaviour.md, section 6).
bool Ksmd::skip(PageIndex page, RmapItem& item) {
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
  if (item.state != ItemState::none) skipped(page, item);
  return true;
}

}  // namespace ksmsim
