// What is asked of ksmd from outside: VMs that come and go, writes to its knobs, its counters.
#include "ksmd.h"

#include <algorithm>

namespace ksmsim {

void Ksmd::start(Host& host, const std::string& kernel) {
  host_ = &host;
  kernel_ = &kernel_traits(kernel);
  tunables_ = Tunables(*kernel_);
  items_.resize(host.page_count());
  stable_.start(host, *kernel_, tunables_, stable_search_);
}

bool Ksmd::has_mergeable_mapping(VmId vm) const {
  const std::uint32_t first = host_->first_page(vm).value, end = first + host_->page_count(vm);
  for (std::uint32_t page = first; page < end; ++page) {
    if (host_->page(PageIndex(page)).is(Page::kMergeable)) return true;
  }
  return false;
}

/// A new VM comes just before the one being scanned, so that this full scan does not meet it; between full scans, last.
/// Where nothing is mapped madvise() registers nobody.
void Ksmd::register_vm(VmId vm) {
  if (!has_mergeable_mapping(vm) || std::find(mms_.begin(), mms_.end(), vm) != mms_.end()) return;
  const auto position = cursor_ == kBetweenScans ? mms_.size() : cursor_;
  mms_.insert(mms_.begin() + static_cast<std::ptrdiff_t>(position), vm);
  if (cursor_ != kBetweenScans) ++cursor_;
}

void Ksmd::remove_vm(std::size_t position) {
  mms_.erase(mms_.begin() + static_cast<std::ptrdiff_t>(position));
  if (cursor_ != kBetweenScans && cursor_ > position) --cursor_;
}

/// A dying VM's records are cleaned next, after the VM being scanned; one without records is forgotten at once.
void Ksmd::vm_exits(VmId vm) {
  const auto found = std::find(mms_.begin(), mms_.end(), vm);
  if (found == mms_.end()) return;
  const auto position = static_cast<std::size_t>(found - mms_.begin());
  if (position == cursor_) return;
  remove_vm(position);
  const std::uint32_t first = host_->first_page(vm).value;
  const auto begin = items_.begin() + first;
  const bool has_items = std::any_of(begin, begin + host_->page_count(vm),
                                     [](const RmapItem& i) { return i.state != ItemState::no_item; });
  if (!has_items) return;
  const std::size_t after = cursor_ == kBetweenScans ? 0 : cursor_ + 1;
  mms_.insert(mms_.begin() + static_cast<std::ptrdiff_t>(after), vm);
}

void Ksmd::free_item(PageIndex page, RmapItem& item) {
  detach(page, item);
  item = {};
  --rmap_items_;
}

/// run=2: every shared page gets its own copy again, and ksmd forgets all but which VMs are registered.
void Ksmd::unmerge_all() {
  unshared_reset(static_cast<std::uint8_t>(full_scans_ + 1));
  for (std::size_t i = 0; i < mms_.size();) {
    const VmId vm = mms_[i];
    const std::uint32_t first = host_->first_page(vm).value;
    for (std::uint32_t n = first; n < first + host_->page_count(vm); ++n) {
      if (host_->page(PageIndex(n)).is(Page::kMergeable)) host_->break_cow(PageIndex(n));
      if (items_[n].state != ItemState::no_item) {
        stable_.orphaned(host_->take_orphaned_frames());
        free_item(PageIndex(n), items_[n]);
      }
    }
    if (host_->alive(vm)) {
      ++i;
    } else {
      remove_vm(i);
    }
  }
  stable_.orphaned(host_->take_orphaned_frames());
  stable_.delete_stale();
  cursor_ = kBetweenScans;
  full_scans_ = 0;
}

Errno Ksmd::set(const std::string& name, const std::string& value) {
  stable_.orphaned(host_->take_orphaned_frames());
  const Tunables before = tunables_;
  const StableTreeUse use{stable_.pages_shared() != 0 || stable_.any_mapped()};
  const Errno refused = write_tunable(tunables_, *kernel_, name, value, use);
  if (refused != 0) return refused;
  if (tunables_.run == 2 && before.run != 2) unmerge_all();
  if (tunables_.max_page_sharing != before.max_page_sharing) stable_.delete_stale();
  if (tunables_.stable_node_chains_prune_millisecs != before.stable_node_chains_prune_millisecs) {
    stable_.pruning_changed();
  }
  return 0;
}

std::optional<AdvisorSettings> Ksmd::advisor() const {
  const Tunables& t = tunables_;
  if (!t.advisor) return std::nullopt;
  return AdvisorSettings{t.pages_to_scan, t.advisor_max_cpu, t.advisor_max_pages_to_scan, t.advisor_target_scan_time};
}

KsmCounters Ksmd::counters() const {
  KsmCounters c;
  c.full_scans = full_scans_;
  c.pages_scanned = pages_scanned_;
  c.pages_skipped = pages_skipped_;
  c.pages_shared = stable_.pages_shared();
  c.pages_sharing = stable_.pages_sharing();
  c.pages_unshared = unshared_;
  const std::uint64_t in_trees = c.pages_shared + c.pages_sharing + unshared_;
  c.pages_volatile = rmap_items_ > in_trees ? rmap_items_ - in_trees : 0;
  c.ksm_zero_pages = host_->ksm_zero_pages();
  c.stable_node_chains = stable_.chains();
  c.stable_node_dups = stable_.dups();
  const std::uint64_t saved = c.pages_sharing + (kernel_->zero_pages ? c.ksm_zero_pages : 0);
  c.general_profit = static_cast<std::int64_t>(saved * kPageSize) - static_cast<std::int64_t>(rmap_items_ * 64);
  return c;
}

KsmProcessCounters Ksmd::process_counters(VmId vm) const {
  KsmProcessCounters c;
  const std::uint32_t first = host_->first_page(vm).value, end = first + host_->page_count(vm);
  for (std::uint32_t n = first; n < end; ++n) {
    c.rmap_items += items_[n].state != ItemState::no_item;
    c.merging_pages += items_[n].state == ItemState::stable;
  }
  for (std::uint32_t n = first; n < end && stable_.any_deleted(); ++n) {
    c.merging_pages -= items_[n].state == ItemState::stable && stable_.deleted(items_[n].link);
  }
  for (std::uint32_t n = first; n < end && host_->ksm_zero_pages() != 0; ++n) {
    c.zero_pages += host_->page(PageIndex(n)).state == PageState::ksm_zero;
  }
  const std::uint64_t saved = c.merging_pages + (kernel_->zero_pages ? c.zero_pages : 0);
  c.profit = static_cast<std::int64_t>(saved * kPageSize) - static_cast<std::int64_t>(c.rmap_items * 64);
  return c;
}

}  // namespace ksmsim
