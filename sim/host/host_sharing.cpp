// What a scanner does: frames that several pages share, the zero page in place of pages of zeros, and splitting huge
// pages.
#include <utility>

#include "ksmsim/host/host.h"

namespace ksmsim {

FrameId Host::make_ksm(PageIndex p) {
  Page& page = pages_[p.value];
  std::uint32_t frame = 0;
  if (free_frames_.empty()) {
    frame = static_cast<std::uint32_t>(frames_.size());
    frames_.emplace_back();
  } else {
    frame = free_frames_.back();
    free_frames_.pop_back();
  }
  frames_[frame] = {content(p), 1};
  page.state = PageState::ksm;
  page.link = frame;
  if (page.change_class != 0) merged_changing_.push_back(p);
  return FrameId(frame);
}

void Host::undo_ksm(PageIndex p) {
  Page& page = pages_[p.value];
  const std::uint32_t frame = page.link;
  const Content content = frames_[frame].content;
  frames_[frame].mappings = 0;
  free_frames_.push_back(frame);
  fault(p, content);
}

void Host::map_ksm_zero(PageIndex p) {
  Page& page = pages_[p.value];
  if (page.state == PageState::ksm) leave_frame(page.link);
  page.state = PageState::ksm_zero;
  page.link = 0;
  ++ksm_zero_pages_;
  if (page.change_class != 0) merged_changing_.push_back(p);
}

void Host::leave_frame(std::uint32_t frame) {
  if (--frames_[frame].mappings == 0) orphaned_.push_back(FrameId(frame));
}

void Host::release(FrameId frame) { free_frames_.push_back(frame.value); }

void Host::break_cow(PageIndex p) {
  const Page& page = pages_[p.value];
  if (page.state == PageState::ksm) {
    const Content content = frames_[page.link].content;
    zap(p);
    fault(p, content);
  } else if (page.state == PageState::ksm_zero && traits_.unmerge_breaks_zeros) {
    zap(p);
    fault(p, Content());
  }
}

PageIndex Host::block_of(PageIndex p) const {
  const std::uint32_t first = region_of(p).first.value;
  return PageIndex(first + (p.value - first) / kHugePages * kHugePages);
}

bool Host::same_huge_page(PageIndex a, PageIndex b) const {
  return pages_[a.value].is(Page::kHuge) && pages_[b.value].is(Page::kHuge) && block_of(a) == block_of(b);
}

void Host::split_huge_page(PageIndex p) {
  const PageIndex block = block_of(p);
  for (std::uint32_t i = 0; i < kHugePages; ++i) {
    Page& page = pages_[block.value + i];
    if (!page.is(Page::kHuge)) continue;
    page.flags &= static_cast<std::uint8_t>(~Page::kHuge);
    if (!traits_.split_drops_zeros || page.state != PageState::anon || !page.content.is_zero()) continue;
    page.state = PageState::zero_page;
    tell_watcher(PageIndex(block.value + i));
  }
}

std::vector<FrameId> Host::take_orphaned_frames() { return std::exchange(orphaned_, {}); }

std::vector<PageIndex> Host::take_merged_changing() { return std::exchange(merged_changing_, {}); }

}  // namespace ksmsim
