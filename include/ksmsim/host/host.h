#pragma once
// The host's memory: VMs, their regions and pages, copy on write, the zero page, huge pages, pages just faulted. It
// knows nothing of KSM but that some physical pages (frames) are shared and write-protected; a scanner tells it which.
//
// Everything takes effect at now(). Nothing here calls anybody: what a scanner or a guest must hear of is collected
// until it asks (take_orphaned_frames, watched_changed, take_merged_changing).
#include <cstdint>
#include <string>
#include <vector>

#include "ksmsim/base/ids.h"
#include "ksmsim/base/units.h"
#include "ksmsim/content/content.h"
#include "ksmsim/content/content_model.h"
#include "ksmsim/host/page.h"

namespace ksmsim {

/// What the host's kernel does beside KSM (behaviour.md 3.5, 3.8; exactness.md 1 and 2).
struct HostTraits {
  std::uint32_t lru_batch = 0;     ///< pages of a per-CPU LRU batch; a page in it cannot be merged; 0: left out
  bool unmapping_drains = false;   ///< munmap, MADV_DONTNEED and exit empty the batch
  bool split_drops_zeros = false;  ///< splitting a huge page maps its empty parts to the zero page (6.12)
  bool reuses_in_place = false;    ///< a write to a frame mapped once takes the frame back, without a copy (5.1 to 5.8)
  bool unmerge_breaks_zeros = false;  ///< MADV_UNMERGEABLE and run=2 give KSM's zero pages back (6.6)
};

struct Region {
  PageIndex first;
  std::uint32_t pages = 0;
  bool huge_pages = false;
};

class Host {
 public:
  explicit Host(std::uint64_t seed = 1, HostTraits traits = {}) : seed_(seed), traits_(traits) {}

  // --- building: VMs in file order, each with its regions in ascending address, before anything runs.
  VmId add_vm(std::string name);
  /// A region of literal pages; `contents` has an entry a page, kNotPresent for one never touched.
  void add_region(VmId vm, const std::vector<Content>& contents, bool huge_pages);
  /// The same; the 2 MiB blocks that begin at pages `huge` of it are huge pages. kZeroPage: the zero page is mapped.
  void add_region(VmId vm, const std::vector<Content>& contents, const std::vector<std::uint32_t>& huge);
  /// A region that a content model fills.
  void add_region(VmId vm, std::uint64_t pages, const ContentModel& model);
  static constexpr Content kNotPresent{~std::uint64_t{0}};
  static constexpr Content kZeroPage{~std::uint64_t{1}};
  /// The VM's process starts: its pages are there, all of them mergeable.
  void start_vm(VmId vm);
  /// Room for that many pages in all, so that building does not move them.
  void reserve_pages(std::uint64_t pages);

  // --- looking
  SimTime now() const { return now_; }
  void advance(SimTime t) { now_ = t; }
  std::size_t vm_count() const { return vms_.size(); }
  const std::string& name(VmId vm) const { return vms_[vm.value].name; }
  bool alive(VmId vm) const { return vms_[vm.value].alive; }
  bool started(VmId vm) const { return vms_[vm.value].started; }
  PageIndex first_page(VmId vm) const { return vms_[vm.value].first; }
  std::uint32_t page_count(VmId vm) const { return vms_[vm.value].pages; }
  const std::vector<Region>& regions(VmId vm) const { return vms_[vm.value].regions; }
  VmId vm_of(PageIndex page) const;
  std::size_t page_count() const { return pages_.size(); }
  const Page& page(PageIndex p) const { return pages_[p.value]; }
  /// What a present page holds now. A page of a changing class is worked out here.
  Content content(PageIndex p) {
    Page& page = pages_[p.value];
    if (page.state == PageState::anon) {
      if (page.change_class != 0) refresh(p, page);
      return page.content;
    }
    return page.state == PageState::ksm ? frames_[page.link].content : Content();
  }
  /// The next moment at which a private page changes by itself; SimTime max: never.
  SimTime next_change_of(PageIndex p) const;
  std::uint32_t mappings(FrameId frame) const { return frames_[frame.value].mappings; }
  Content frame_content(FrameId frame) const { return frames_[frame.value].content; }
  std::uint64_t ksm_zero_pages() const { return ksm_zero_pages_; }

  // --- what guests do
  void write(PageIndex p, Content content);
  void discard(PageIndex first, std::uint32_t count);  ///< MADV_DONTNEED
  void unmap(PageIndex first, std::uint32_t count);
  void unmergeable(PageIndex first, std::uint32_t count);
  void mergeable(PageIndex first, std::uint32_t count);
  void exit_vm(VmId vm);
  /// A merged page of a changing class has come to its next change: it is written to.
  void change(PageIndex p);

  // --- what a scanner does
  /// Turns a private page into a frame that others can share; refuses nothing.
  FrameId make_ksm(PageIndex p);
  void undo_ksm(PageIndex p);  ///< copied back; its frame, mapped once, is gone
  void map_ksm(PageIndex p, FrameId frame) {
    Page& page = pages_[p.value];
    if (page.state == PageState::ksm) leave_frame(page.link);
    page.state = PageState::ksm;
    page.link = frame.value;
    ++frames_[frame.value].mappings;
    if (page.change_class != 0) merged_changing_.push_back(p);
  }
  void map_ksm_zero(PageIndex p);
  void break_cow(PageIndex p);  ///< a copy of its own, as for a write
  bool same_huge_page(PageIndex a, PageIndex b) const;
  void split_huge_page(PageIndex p);
  void drain_lru();
  void watch(PageIndex p) { pages_[p.value].flags |= Page::kWatched; }
  void release(FrameId frame);  ///< nobody remembers it any more

  // --- what a scanner or a guest must hear of, since the last call
  std::vector<FrameId> take_orphaned_frames();  ///< frames whose last mapping went
  /// Watched pages that were written to or went away, once each; they are watched no more.
  const std::vector<PageIndex>& watched_changed() const { return watched_changed_; }
  void clear_watched_changed() { watched_changed_.clear(); }
  std::vector<PageIndex> take_merged_changing();  ///< merged pages that change by themselves

 private:
  struct Vm {
    std::string name;
    PageIndex first;
    std::uint32_t pages = 0;
    std::vector<Region> regions;
    std::vector<PageIndex> untouched_huge;  ///< 2 MiB blocks whose first touch brings a huge page
    bool started = false, alive = false;
  };
  struct Frame {
    Content content;
    std::uint32_t mappings = 0;
  };
  static constexpr std::uint32_t kHugePages = 512;
  static constexpr std::uint64_t kMaxPages = std::uint64_t{1} << 31;

  void refresh(PageIndex p, Page& page);
  std::uint32_t version_now(PageIndex p, const Page& page) const;
  void fault(PageIndex p, Content content, bool old_page = false);  ///< a private 4 KiB page, new unless `old_page`
  void fault_huge(Vm& vm, PageIndex block);
  bool touch_huge(PageIndex p);
  Region& new_region(Vm& vm, std::uint64_t pages, bool huge_pages);
  void add_pages(const std::vector<Content>& contents);
  void prepare_huge(Vm& vm, const Region& region);
  void make_huge(PageIndex block);
  void enter_lru(PageIndex p);
  void zap(PageIndex p);
  void tell_watcher(PageIndex p);
  void leave_frame(std::uint32_t frame);
  void unmapped_here(bool anything);
  const Region& region_of(PageIndex p) const;
  PageIndex block_of(PageIndex p) const;

  std::uint64_t seed_;
  HostTraits traits_;
  SimTime now_;
  std::vector<Page> pages_;
  std::vector<Vm> vms_;
  std::vector<Duration> periods_{Duration{}};  ///< by change class; 0 never changes
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> free_frames_;
  std::vector<PageIndex> lru_;  ///< the batch
  std::vector<FrameId> orphaned_;
  std::vector<PageIndex> merged_changing_;
  std::uint64_t ksm_zero_pages_ = 0;
  std::vector<PageIndex> watched_changed_;
};

}  // namespace ksmsim
