// Building a host: VMs, regions, and what their pages hold at the start.
#include <algorithm>

#include "ksmsim/base/error.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

VmId Host::add_vm(std::string name) {
  Vm vm;
  vm.name = std::move(name);
  vm.first = PageIndex(static_cast<std::uint32_t>(pages_.size()));
  vms_.push_back(std::move(vm));
  return VmId(static_cast<std::uint32_t>(vms_.size() - 1));
}

Region& Host::new_region(Vm& vm, std::uint64_t pages, bool huge_pages) {
  if (pages_.size() + pages > kMaxPages) throw UsageError("the host's VMs have more than 2^31 pages (8 TiB)");
  const auto count = static_cast<std::uint32_t>(pages);
  vm.regions.push_back({PageIndex(static_cast<std::uint32_t>(pages_.size())), count, huge_pages});
  vm.pages += count;
  return vm.regions.back();
}

void Host::add_region(VmId id, const std::vector<Content>& contents, bool huge_pages) {
  Vm& vm = vms_[id.value];
  const Region& region = new_region(vm, contents.size(), huge_pages);
  add_pages(contents);
  if (huge_pages) prepare_huge(vm, region);
}

void Host::add_region(VmId id, const std::vector<Content>& contents, const std::vector<std::uint32_t>& huge) {
  const Region& region = new_region(vms_[id.value], contents.size(), false);
  add_pages(contents);
  for (const std::uint32_t block : huge) make_huge(PageIndex(region.first.value + block));
}

void Host::add_pages(const std::vector<Content>& contents) {
  for (const Content c : contents) {
    Page page;
    page.flags = Page::kMergeable;
    page.state = c == kNotPresent ? PageState::absent : c == kZeroPage ? PageState::zero_page : PageState::anon;
    if (page.state == PageState::anon) page.content = c;
    pages_.push_back(page);
  }
}

void Host::add_region(VmId id, std::uint64_t count, const ContentModel& model) {
  Vm& vm = vms_[id.value];
  new_region(vm, count, false);
  const auto first_class = static_cast<std::uint16_t>(periods_.size() - 1);
  for (const ChangeClass& c : model.classes()) periods_.push_back(c.period);
  const VmContext context{seed_, id, vm.first, count};
  constexpr std::uint64_t kChunk = 4096;
  std::vector<InitialPage> chunk;
  pages_.reserve(pages_.size() + count);
  for (std::uint64_t done = 0; done < count; done += chunk.size()) {
    chunk.resize(std::min(kChunk, count - done));
    model.initial(context, done, chunk);
    for (const InitialPage& initial : chunk) {
      Page page;
      page.flags = Page::kMergeable;
      page.state = PageState::anon;
      page.content = initial.content;
      if (initial.change_class != 0) {
        page.change_class = static_cast<std::uint16_t>(first_class + initial.change_class);
      }
      pages_.push_back(page);
    }
  }
}

void Host::reserve_pages(std::uint64_t pages) { pages_.reserve(pages); }

/// Every whole 2 MiB block of the region that has a page is one huge page; its untouched parts hold zeros. A block
/// without any page becomes one at its first touch.
void Host::prepare_huge(Vm& vm, const Region& region) {
  for (std::uint32_t block = 0; block + kHugePages <= region.pages; block += kHugePages) {
    const std::uint32_t first = region.first.value + block;
    const auto begin = pages_.begin() + first;
    const bool untouched =
        std::all_of(begin, begin + kHugePages, [](const Page& p) { return p.state == PageState::absent; });
    if (untouched) {
      vm.untouched_huge.push_back(PageIndex(first));
      continue;
    }
    make_huge(PageIndex(first));
  }
}

void Host::make_huge(PageIndex block) {
  const auto begin = pages_.begin() + block.value;
  for (auto page = begin; page != begin + kHugePages; ++page) {
    if (page->state != PageState::anon) page->content = Content();
    page->state = PageState::anon;
    page->flags |= Page::kHuge;
  }
}

/// The pages a VM faults while it starts are more than an LRU batch: nothing of them, or of others, is left in it.
void Host::start_vm(VmId id) {
  Vm& vm = vms_[id.value];
  vm.started = vm.alive = true;
  drain_lru();
  if (now_ == SimTime{}) return;
  for (std::uint32_t i = 0; i < vm.pages; ++i) {
    const PageIndex p(vm.first.value + i);
    Page& page = pages_[p.value];
    if (page.change_class != 0) page.link = version_now(p, page);
  }
}

VmId Host::vm_of(PageIndex page) const {
  const auto after =
      std::upper_bound(vms_.begin(), vms_.end(), page, [](PageIndex p, const Vm& vm) { return p < vm.first; });
  auto found = after - 1;
  while (found->pages == 0) --found;
  return VmId(static_cast<std::uint32_t>(found - vms_.begin()));
}

const Region& Host::region_of(PageIndex page) const {
  const auto& regions = vms_[vm_of(page).value].regions;
  const auto after =
      std::upper_bound(regions.begin(), regions.end(), page, [](PageIndex p, const Region& r) { return p < r.first; });
  auto found = after - 1;
  while (found->pages == 0) --found;
  return *found;
}

}  // namespace ksmsim
