#pragma once
// Linux's KSM, as kernel/behaviour.md describes mm/ksm.c: equal pages are found in two trees ordered by memcmp, once
// they were seen not to change.
#include "ksmd.h"
#include "unstable_tree.h"

namespace ksmsim {

class KsmScanner : public Ksmd {
 public:
  /// `always_walk`: every search walks the trees, also where an index finds the same.
  explicit KsmScanner(bool always_walk = false) : Ksmd(always_walk ? StableSearch::walk : StableSearch::quick) {}

  void start(Host& host, const std::string& kernel) override;
  BatchWork scan_batch(std::vector<Content>* checksummed) override;

 private:
  void detach(PageIndex page, RmapItem& item) final {
    if (item.state == ItemState::unstable) {
      unstable_.erase(page);
      leave_unshared(item);
    } else if (item.state == ItemState::stable) {
      leave_stable(item);
    }
  }
  void unshared_reset(std::uint8_t scan) final { unstable_.reset(scan); }
  void visit(PageIndex page);
  void search_unstable(PageIndex page, Content c);

  UnstableTree unstable_;
};

}  // namespace ksmsim
