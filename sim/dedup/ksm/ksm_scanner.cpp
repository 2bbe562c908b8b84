// The merge routine: what ksmd does with one page (behaviour.md, section 3).
#include "ksm_scanner.h"

#include "ksmsim/base/plugin.h"
#include "scan_pages.h"

namespace ksmsim {

void KsmScanner::start(Host& host, const std::string& kernel) {
  Ksmd::start(host, kernel);
  unstable_.start(host, items_, stable_search_ == StableSearch::walk);
}

BatchWork KsmScanner::scan_batch(std::vector<Content>* checksummed) {
  return scan_pages(checksummed, [this](PageIndex page) { visit(page); });
}

void KsmScanner::visit(PageIndex page) {
  RmapItem& item = items_[page.value];
  if (host_->page(page).state == PageState::ksm) return join_mapped(page);
  const Content c = host_->content(page);
  if (kernel_->checksum_first) {
    detach(page, item);
    if (!unchanged(item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  count_stable_search(stable_.steps());
  work_.prefix_bytes += stable_.prefix_bytes(c);
  const std::uint32_t node = c.is_owned() && !stable_.walk_matters() ? StableTree::kNone : stable_.search(c);
  detach(page, item);
  if (node != StableTree::kNone) return join_equal(page, node);
  if (!kernel_->checksum_first) {
    if (!unchanged(item, c)) return;
    if (tunables_.use_zero_pages && merged_as_zero(page, item, c)) return;
  }
  search_unstable(page, c);
}

void KsmScanner::search_unstable(PageIndex page, Content c) {
  ++work_.unstable_searches;
  work_.unstable_steps += unstable_.steps();
  work_.prefix_bytes += unstable_.prefix_bytes(c);
  const UnstableTree::Found found = unstable_.search(c);
  switch (found.what) {
    case UnstableTree::Found::What::page_gone:
      return;
    case UnstableTree::Found::What::equal:
      return pair_in_tree(page, found.page);
    case UnstableTree::Found::What::nothing_equal:
      break;
  }
  unstable_.insert(page, c, found);
  hold_unshared(items_[page.value]);
}

namespace {

class WalkingKsmScanner final : public KsmScanner {
 public:
  WalkingKsmScanner() : KsmScanner(true) {}
};

const Register<DedupScanner, KsmScanner> ksm{"ksm", "Linux's KSM: stable and unstable tree"};
const Register<DedupScanner, WalkingKsmScanner> walking{
    "ksm-walk", "the same without short cuts: every search walks a tree; slow, for checking"};

}  // namespace
}  // namespace ksmsim
