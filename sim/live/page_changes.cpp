#include "page_changes.h"

#include <algorithm>
#include <functional>

namespace ksmsim {

std::size_t changing_pages(const Host& memory) {
  std::size_t changing = 0;
  for (std::uint32_t p = 0; p < memory.page_count(); ++p) {
    if (memory.page(PageIndex(p)).change_class != 0) ++changing;
  }
  return changing;
}

void PageChanges::plan(const Host& memory, PageIndex page) {
  due_.emplace_back(memory.next_change_of(page).ns, page.value);
  std::push_heap(due_.begin(), due_.end(), std::greater<>{});
}

void PageChanges::add_vm(const Host& memory, VmId vm) {
  const std::uint32_t first = memory.first_page(vm).value;
  for (std::uint32_t p = first; p < first + memory.page_count(vm); ++p) {
    if (memory.page(PageIndex(p)).change_class != 0) plan(memory, PageIndex(p));
  }
}

std::optional<PageIndex> PageChanges::next(const Host& memory) {
  while (!due_.empty() && due_.front().first <= memory.now().ns) {
    std::pop_heap(due_.begin(), due_.end(), std::greater<>{});
    const PageIndex page(due_.back().second);
    due_.pop_back();
    const PageState state = memory.page(page).state;
    if (state == PageState::unmapped) continue;  // for ever
    plan(memory, page);
    if (state != PageState::absent) return page;
  }
  return std::nullopt;
}

}  // namespace ksmsim
