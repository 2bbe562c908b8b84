// Content-addressed sharing as in VMware ESX (Waldspurger, "Memory Resource Management in VMware ESX Server", OSDI
// 2002, section 4): one hash table of shared pages and of hints. A hint is an unshared page with the hash it had; when
// another page with that hash comes, the hint is hashed again, given up if it changed, and else compared and shared.
// No page has to be met twice before it is shared, and hints outlive full scans.
//
// The rest is KSM's, so that the two can be compared: ksmd's way through the VMs, its batches and knobs (a page shared
// max_page_sharing times takes no more), smart_scan, and its counters: pages_unshared counts the hints. ESX picks pages
// at random and has no such limits.
#include "ksm/ksmd.h"
#include "ksm/scan_pages.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

class HashTableScanner final : public Ksmd {
 public:
  HashTableScanner() : Ksmd(StableSearch::by_checksum) {}

  BatchWork scan_batch(std::vector<Content>* checksummed) override {
    return scan_pages(checksummed, [this](PageIndex page) { visit(page); });
  }

 private:
  void detach(PageIndex page, RmapItem& item) override {
    if (item.state == ItemState::unstable) {
      if (findable(item.old_checksum)) hints_.erase(checksums_.of(item.old_checksum), page.value);
      leave_unshared(item);
    } else if (item.state == ItemState::stable) {
      leave_stable(item);
    }
  }
  void unshared_reset(std::uint8_t /*scan*/) override {}  // hints stay
  void skipped(PageIndex page, RmapItem& item) override {
    if (item.state == ItemState::stable) detach(page, item);
  }

  void visit(PageIndex page);
  void look_at_own_hint(PageIndex page, RmapItem& item, Content c);
  void meet_hint(PageIndex page, Content c);
  bool hashes_so_still(PageIndex page, Content key);

  ContentIndex hints_;  ///< hash -> page, one each
};

void HashTableScanner::visit(PageIndex page) {
  if (host_->page(page).state == PageState::ksm) return join_mapped(page);
  RmapItem& item = items_[page.value];
  const Content c = host_->content(page);
  hashed(c);
  ++work_.table_lookups;
  look_at_own_hint(page, item, c);
  if (tunables_.use_zero_pages && c.is_zero()) {
    detach(page, item);
    if (merged_as_zero(page, item, c)) return;
  }
  const std::uint32_t node = c.is_owned() ? StableTree::kNone : stable_.search(c);
  if (node == StableTree::kNone) {
    if (item.state != ItemState::unstable) meet_hint(page, c);
    return;
  }
  detach(page, item);
  join_equal(page, node);
}

/// The page may be a hint already: by this hash it stays one, by another it goes.
void HashTableScanner::look_at_own_hint(PageIndex page, RmapItem& item, Content c) {
  const bool same = checksums_.same(item.old_checksum, c);
  if (!same) ++work_.changed;
  if (!same || item.state != ItemState::unstable) detach(page, item);
  item.old_checksum = c;
}

/// Shares with the hint of this hash, takes its place if it changed, or becomes the hint. If the hash is equal and the
/// bytes are not the page is not eligible for sharing.
void HashTableScanner::meet_hint(PageIndex page, Content c) {
  const Content key = checksums_.of(c);
  const auto key_of = [this](std::uint32_t hint) { return checksums_.of(items_[hint].old_checksum); };
  const std::uint32_t hint = findable(c) ? hints_.find(key, key_of) : ContentIndex::kNone;
  if (hint != ContentIndex::kNone) {
    const PageIndex other(hint);
    if (hashes_so_still(other, key)) {
      if (host_->content(other) != c) return;
      ++work_.equal_in_tree;
      merge_pair(page, other);
      return;
    }
    detach(other, items_[hint]);
  }
  if (findable(c)) hints_.insert(key, page.value);
  hold_unshared(items_[page.value]);
}

/// Hashes a hint's page once more, if it is there.
bool HashTableScanner::hashes_so_still(PageIndex page, Content key) {
  if (!host_->page(page).candidate()) return false;
  const Content now = host_->content(page);
  hashed(now);
  return checksums_.of(now) == key;
}

const Register<DedupScanner, HashTableScanner> hash_table{
    "hash-table", "content-addressed, as ESX's page sharing: a table of shared pages and hints"};

}  // namespace
}  // namespace ksmsim
