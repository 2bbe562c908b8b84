#pragma once
// ksmd without its search: it walks the registered VMs in a circle, keeps a record of every page, heeds the knobs, and
// merges (kernel/behaviour.md). How it finds equal pages is a derived scanner's.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "checksum_keys.h"
#include "ksmsim/dedup/kernel.h"
#include "ksmsim/dedup/scanner.h"
#include "rmap_item.h"
#include "stable_tree.h"
#include "tunables.h"

namespace ksmsim {

class Ksmd : public DedupScanner {
 public:
  void start(Host& host, const std::string& kernel) override;
  void use_hash(const std::string& name, unsigned checksum_bits) override { checksums_.use(name, checksum_bits); }
  void register_vm(VmId vm) override;
  void vm_exits(VmId vm) override;
  bool running() const override { return tunables_.run == 1 && !mms_.empty(); }
  Errno set(const std::string& name, const std::string& value) override;
  std::uint64_t sleep_millisecs() const override { return tunables_.sleep_millisecs; }
  std::uint64_t pages_to_scan() const override { return tunables_.pages_to_scan; }
  std::optional<AdvisorSettings> advisor() const override;
  void advise(std::uint32_t pages_to_scan) override { tunables_.pages_to_scan = pages_to_scan; }
  KsmCounters counters() const override;
  KsmProcessCounters process_counters(VmId vm) const override;

 protected:
  explicit Ksmd(StableSearch search) : stable_search_(search) {}

  // --- what a derived scanner does
  /// The item leaves whatever holds it: the shared page, or what unshared pages are looked for in.
  virtual void detach(PageIndex page, RmapItem& item) = 0;
  /// Full scan `scan` begins; or ksmd is about to forget every page, for run=2.
  virtual void unshared_reset(std::uint8_t scan) = 0;
  /// smart_scan skips the page; its item is in something.
  virtual void skipped(PageIndex page, RmapItem& item) { detach(page, item); }

  // --- scan_pages.h: once a page, so inline
  /// One batch: `visit(page)` is called for each page that is not merged already.
  template <class Visit>
  BatchWork scan_pages(std::vector<Content>* checksummed, Visit visit);

  // --- merge.cpp, or once a page
  /// Nobody but ksmd maps KSM pages here (no fork), so an item that shares one shares the one that its page maps.
  bool merged_already(PageIndex page) const {
    return host_->page(page).state == PageState::ksm && items_[page.value].state == ItemState::stable;
  }
  /// The page maps a shared page that its item does not know of.
  void join_mapped(PageIndex page) {
    RmapItem& item = items_[page.value];
    detach(page, item);
    join(item, stable_.node_of(FrameId(host_->page(page).link)));
  }
  void hashed(Content c) {
    ++work_.checksums;
    if (checksummed_ != nullptr) checksummed_->push_back(c);
  }
  /// Hashes the page. The first time, and whenever it changed, the new checksum is kept and the page left alone.
  bool unchanged(RmapItem& item, Content c) {
    hashed(c);
    const bool same = checksums_.same(item.old_checksum, c);
    item.old_checksum = c;
    work_.changed += !same;
    return same;
  }
  bool merged_as_zero(PageIndex page, const RmapItem& item, Content c);
  bool merge_pair(PageIndex page, PageIndex other);
  /// The page holds what the frame holds: a search has just found so, and nobody writes during a batch.
  bool merge_with_frame(PageIndex page, FrameId frame) {
    if (!can_write_protect(page, false)) return false;
    ++work_.merge_compares;
    host_->map_ksm(page, frame);
    return true;
  }
  bool turn_into_ksm(PageIndex page, bool other_reference);
  /// Nothing but its mapping may hold the page: no LRU batch, no huge page that cannot be split now.
  bool can_write_protect(PageIndex page, bool other_reference) {
    const Page& p = host_->page(page);
    if (p.is(Page::kHuge) && !other_reference) split_huge_page(page);
    return p.state == PageState::anon && p.is(Page::kMergeable) && !p.is(Page::kFresh) && !p.is(Page::kHuge);
  }
  void split_huge_page(PageIndex page) {
    ++work_.split;
    host_->split_huge_page(page);
  }
  void join(RmapItem& item, std::uint32_t node) {
    stable_.join(node);
    item.state = ItemState::stable;
    item.link = node;
  }
  /// A search has found that the page holds what the node's frame holds.
  void join_equal(PageIndex page, std::uint32_t node) {
    ++work_.equal_in_tree;
    if (!merge_with_frame(page, stable_.frame_of(node))) return;
    ++work_.joined;
    join(items_[page.value], node);
  }
  /// For scanners with trees: one more search of the stable tree puts the new node in.
  void pair_in_tree(PageIndex page, PageIndex other) {
    ++work_.equal_in_tree;
    const std::uint64_t steps = stable_.steps();
    if (merge_pair(page, other)) count_stable_search(steps);
  }
  void count_stable_search(std::uint64_t steps) {
    ++work_.stable_searches;
    work_.stable_steps += steps;
  }
  /// By checksum, can a page of this content ever be found? One that by construction nobody else holds cannot.
  bool findable(Content c) const { return !c.is_owned() || !checksums_.sees_all(); }
  void hold_unshared(RmapItem& item) {
    item.state = ItemState::unstable;
    item.scan = static_cast<std::uint8_t>(full_scans_);
    ++unshared_;
    ++work_.inserted;
  }
  void leave_unshared(RmapItem& item) {
    item.state = ItemState::none;
    --unshared_;
  }
  void leave_stable(RmapItem& item) {
    item.state = ItemState::none;
    stable_.leave(item.link);
  }

  StableSearch stable_search_;
  ChecksumKeys checksums_;
  Host* host_ = nullptr;
  const KernelTraits* kernel_ = nullptr;
  Tunables tunables_{KernelTraits{}};
  StableTree stable_;
  std::vector<RmapItem> items_;  ///< by page
  std::vector<Content>* checksummed_ = nullptr;
  BatchWork work_;  ///< of this batch
  std::uint64_t full_scans_ = 0;

 private:
  static constexpr std::size_t kBetweenScans = ~std::size_t{0};

  // --- scan_pages.h
  [[gnu::always_inline]] inline PageIndex next_page();
  [[gnu::always_inline]] inline PageIndex next_page_of_vm();
  [[gnu::always_inline]] inline void look_ahead(std::uint32_t page) const;

  // --- scan.cpp: the cursor
  void start_full_scan();
  void enter_vm();
  void end_of_vm();
  bool skip(PageIndex page, RmapItem& item);
  void begin_batch(std::vector<Content>* checksummed);
  void end_batch(std::uint64_t visits, std::uint64_t scans_before);

  // --- ksmd.cpp
  void free_item(PageIndex page, RmapItem& item);
  void unmerge_all();
  void remove_vm(std::size_t position);
  bool has_mergeable_mapping(VmId vm) const;

  std::vector<VmId> mms_;               ///< registered VMs in the order in which ksmd visits them
  std::size_t cursor_ = kBetweenScans;  ///< in mms_
  std::uint32_t next_ = 0, end_ = 0;    ///< pages of that VM still to look at
  bool cursor_met_mapping_ = false;     ///< this VM has a mergeable mapping
  std::uint64_t pages_scanned_ = 0, pages_skipped_ = 0;
  std::uint64_t unshared_ = 0, rmap_items_ = 0;
};

}  // namespace ksmsim
