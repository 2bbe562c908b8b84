// What guests do to their memory: writes and first touches, discards, unmapping, exit; and the LRU batch that pages
// just faulted pass through.
#include <algorithm>
#include <limits>

#include "ksmsim/host/host.h"

namespace ksmsim {

std::uint32_t Host::version_now(PageIndex p, const Page& page) const {
  return change_version(seed_, p, periods_[page.change_class], now_);
}

void Host::refresh(PageIndex p, Page& page) {
  const std::uint32_t version = version_now(p, page);
  if (version == page.link) return;
  page.link = version;
  page.content = owned_content(seed_, p, version);
}

SimTime Host::next_change_of(PageIndex p) const {
  const Page& page = pages_[p.value];
  if (page.change_class == 0) return {std::numeric_limits<std::int64_t>::max()};
  return next_change(seed_, p, periods_[page.change_class], now_);
}

void Host::enter_lru(PageIndex p) {
  if (traits_.lru_batch == 0) return;
  pages_[p.value].flags |= Page::kFresh;
  lru_.push_back(p);
  if (lru_.size() >= traits_.lru_batch) drain_lru();
}

void Host::drain_lru() {
  for (const PageIndex p : lru_) pages_[p.value].flags &= static_cast<std::uint8_t>(~Page::kFresh);
  lru_.clear();
}

void Host::fault(PageIndex p, Content content, bool old_page) {
  Page& page = pages_[p.value];
  page.state = PageState::anon;
  page.content = content;
  page.link = page.change_class == 0 ? 0 : version_now(p, page);
  if (!old_page) enter_lru(p);
}

void Host::fault_huge(Vm& vm, PageIndex block) {
  std::erase(vm.untouched_huge, block);
  for (std::uint32_t i = 0; i < kHugePages; ++i) {
    Page& page = pages_[block.value + i];
    if (page.state == PageState::unmapped) continue;
    page.state = PageState::anon;
    page.content = Content();
    page.flags |= Page::kHuge;
  }
}

/// First touch of a 2 MiB block that nobody has touched brings a huge page; false if `p` lies in no such block.
bool Host::touch_huge(PageIndex p) {
  Vm& vm = vms_[vm_of(p).value];
  for (const PageIndex block : vm.untouched_huge) {
    if (p.value < block.value || p.value >= block.value + kHugePages) continue;
    fault_huge(vm, block);
    return true;
  }
  return false;
}

void Host::tell_watcher(PageIndex p) {
  Page& page = pages_[p.value];
  if (!page.is(Page::kWatched)) return;
  page.flags &= static_cast<std::uint8_t>(~Page::kWatched);
  watched_changed_.push_back(p);
}

/// Takes the page's mapping away: it is absent afterwards.
void Host::zap(PageIndex p) {
  Page& page = pages_[p.value];
  tell_watcher(p);
  if (page.state == PageState::ksm) leave_frame(page.link);
  if (page.state == PageState::ksm_zero) --ksm_zero_pages_;
  page.state = PageState::absent;
  page.link = 0;
  page.flags &= static_cast<std::uint8_t>(~(Page::kFresh | Page::kHuge));
}

void Host::write(PageIndex p, Content content) {
  Page& page = pages_[p.value];
  if (page.state == PageState::unmapped) return;
  tell_watcher(p);
  if (page.state == PageState::absent && touch_huge(p)) {
    page.content = content;
    return;
  }
  if (page.state == PageState::anon) {
    page.content = content;
    if (page.change_class != 0) page.link = version_now(p, page);
    return;
  }
  const bool taken_back = traits_.reuses_in_place && page.state == PageState::ksm && frames_[page.link].mappings == 1;
  zap(p);
  fault(p, content, taken_back);
}

void Host::unmapped_here(bool anything) {
  if (anything && traits_.unmapping_drains) drain_lru();
}

void Host::discard(PageIndex first, std::uint32_t count) {
  bool mapped = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const PageIndex p(first.value + i);
    if (pages_[p.value].state == PageState::unmapped) continue;
    mapped = true;
    zap(p);
  }
  unmapped_here(mapped);
}

void Host::unmap(PageIndex first, std::uint32_t count) {
  discard(first, count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Page& page = pages_[first.value + i];
    page.state = PageState::unmapped;
    page.flags = static_cast<std::uint8_t>(page.flags & ~Page::kMergeable);
  }
}

void Host::unmergeable(PageIndex first, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const PageIndex p(first.value + i);
    Page& page = pages_[p.value];
    if (!page.is(Page::kMergeable)) continue;
    tell_watcher(p);
    break_cow(p);
    page.flags = static_cast<std::uint8_t>(page.flags & ~Page::kMergeable);
  }
}

void Host::mergeable(PageIndex first, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    Page& page = pages_[first.value + i];
    if (page.state != PageState::unmapped) page.flags |= Page::kMergeable;
  }
}

void Host::exit_vm(VmId id) {
  Vm& vm = vms_[id.value];
  vm.alive = false;
  for (std::uint32_t i = 0; i < vm.pages; ++i) {
    const PageIndex p(vm.first.value + i);
    if (pages_[p.value].state == PageState::unmapped) continue;
    zap(p);
    pages_[p.value].state = PageState::unmapped;
    pages_[p.value].flags = 0;
  }
  unmapped_here(true);
}

void Host::change(PageIndex p) {
  const Page& page = pages_[p.value];
  if (page.state != PageState::ksm && page.state != PageState::ksm_zero) return;
  write(p, owned_content(seed_, p, version_now(p, page)));
}

}  // namespace ksmsim
