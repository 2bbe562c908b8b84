// KSM with checksums for the keys of its trees: a search compares the checksum that a tree's record holds, and the page
// only where that is equal. After "ksm: use checksum and memcmp for rb_tree" (Kyeongdon Kim, linux-mm, October 2017),
// which the kernel did not take; its mail tells 4.1 ms for a batch that had taken 16.7 ms, on a 32-bit ARM.
//
// The rest is KSM's: a page must not have changed since its last visit, and the unstable tree is emptied by every full
// scan. As the patch must, it hashes a page before it searches, whatever the kernel version. Checksums in the tree do
// not change, so its shape decides nothing, and there is none here: a page with another checksum is never looked at.
#include "ksm/ksmd.h"
#include "ksm/scan_pages.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

class ChecksumTreeScanner final : public Ksmd {
 public:
  ChecksumTreeScanner() : Ksmd(StableSearch::by_checksum) {}

  BatchWork scan_batch(std::vector<Content>* checksummed) override {
    BatchWork work = scan_pages(checksummed, [this](PageIndex page) { visit(page); });
    work.steps_by_checksum = true;
    return work;
  }

 private:
  void detach(PageIndex page, RmapItem& item) override {
    if (item.state == ItemState::unstable) {
      if (item.scan == scan_) erase(page, item);
      leave_unshared(item);
    } else if (item.state == ItemState::stable) {
      leave_stable(item);
    }
  }
  void unshared_reset(std::uint8_t scan) override {
    scan_ = scan;
    unstable_.clear();
    unstable_nodes_ = 0;
  }

  void visit(PageIndex page);
  void search_unstable(PageIndex page, Content c);
  std::uint32_t find_unstable(Content c) const;
  void erase(PageIndex page, const RmapItem& item) {
    --unstable_nodes_;
    if (findable(item.old_checksum)) unstable_.erase(checksums_.of(item.old_checksum), page.value);
  }

  ContentIndex unstable_;  ///< checksum -> page; several pages where they have changed since
  std::uint32_t unstable_nodes_ = 0;
  std::uint8_t scan_ = 0;
};

void ChecksumTreeScanner::visit(PageIndex page) {
  if (host_->page(page).state == PageState::ksm) return join_mapped(page);
  RmapItem& item = items_[page.value];
  const Content c = host_->content(page);
  detach(page, item);
  if (!unchanged(item, c)) return;
  if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  count_stable_search(stable_.steps());
  const std::uint32_t node = c.is_owned() ? StableTree::kNone : stable_.search(c);
  if (node == StableTree::kNone) return search_unstable(page, c);
  join_equal(page, node);
}

void ChecksumTreeScanner::search_unstable(PageIndex page, Content c) {
  ++work_.unstable_searches;
  work_.unstable_steps += tree_steps(unstable_nodes_);
  const std::uint32_t other = find_unstable(c);
  if (other != ContentIndex::kNone) return pair_in_tree(page, PageIndex(other));
  ++unstable_nodes_;
  if (findable(c)) unstable_.insert(checksums_.of(c), page.value);
  hold_unshared(items_[page.value]);
}

/// A page in the tree that had this checksum when it went in and holds `c` now. One that is gone or holds something
/// else by now is passed over.
std::uint32_t ChecksumTreeScanner::find_unstable(Content c) const {
  if (!findable(c)) return ContentIndex::kNone;
  const Content key = checksums_.of(c);
  return unstable_.find(key, [this, c, key](std::uint32_t other) {
    return host_->page(PageIndex(other)).candidate() && host_->content(PageIndex(other)) == c ? key : kNoChecksum;
  });
}

const Register<DedupScanner, ChecksumTreeScanner> checksum_tree{
    "checksum-tree", "KSM with trees ordered by checksum, then bytes; proposed in 2017"};

}  // namespace
}  // namespace ksmsim
