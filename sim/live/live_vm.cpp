#include "live_vm.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "ksmsim/experiment/build_host.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kHugePage = 2 << 20, kRmapItemBytes = 64;

/// From the start of a region to that of the next: 2 MiB aligned, with a gap.
std::uint64_t stride(const Region& region) {
  return (std::uint64_t{region.pages} * kPageSize + kPageSize + kHugePage - 1) / kHugePage * kHugePage;
}

}  // namespace

void LiveVm::start() {
  started_ = true;
  if (!made_) return;
  place_regions();
  for (const Region& region : memory_.regions(vm_)) fill_region(region);
  made_->drain_lru();
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    const Errno refused = made_->advise(addresses_[i], memory_.regions(vm_)[i].pages, MADV_MERGEABLE);
    if (refused != 0) throw Error("madvise(MADV_MERGEABLE) is refused: " + errno_name(refused));
  }
}

void LiveVm::place_regions() {
  std::uint64_t bytes = 0;
  for (const Region& region : memory_.regions(vm_)) bytes += stride(region);
  std::uint64_t next = made_->reserve(bytes);
  for (const Region& region : memory_.regions(vm_)) {
    addresses_.push_back(next);
    next += stride(region);
    if (region.pages != 0) made_->map(addresses_.back(), region.pages, region.huge_pages);
  }
}

void LiveVm::fill_region(const Region& region) {
  for (std::uint32_t i = 0; i < region.pages; ++i) {
    const PageIndex page(region.first.value + i);
    if (memory_.page(page).state == PageState::anon) write(page, memory_.page(page).content);
  }
}

std::uint64_t LiveVm::address(PageIndex page) const {
  const std::vector<Region>& regions = memory_.regions(vm_);
  std::size_t number = regions.size() - 1;
  while (page < regions[number].first) --number;
  return addresses_[number] + std::uint64_t{page.value - regions[number].first.value} * kPageSize;
}

Errno LiveVm::apply(const EventSpec& event) {
  if (!alive()) return ESRCH;
  const std::uint64_t start = addresses_[event.region] + event.first_page * kPageSize;
  const std::uint64_t pages = event.last_page - event.first_page + 1;
  Errno refused = 0;
  switch (event.what) {
    case EventSpec::What::write:
      write_pages(event);
      break;
    case EventSpec::What::discard:
      refused = made_->advise(start, pages, MADV_DONTNEED);
      break;
    case EventSpec::What::unmap:
      made_->unmap(start, pages);
      break;
    case EventSpec::What::unmergeable:
      refused = made_->advise(start, pages, MADV_UNMERGEABLE);
      break;
    case EventSpec::What::mergeable:
      refused = made_->advise(start, pages, MADV_MERGEABLE);
      break;
    case EventSpec::What::kill:
      kill();
      break;
    case EventSpec::What::set:
      break;
  }
  return refused == ENOMEM ? 0 : refused;  // done, but for pages that are not mapped
}

void LiveVm::write_pages(const EventSpec& event) {
  const Region& region = memory_.regions(vm_)[event.region];
  for (std::uint64_t n = 0; n <= event.last_page - event.first_page; ++n) {
    const PageIndex page(region.first.value + static_cast<std::uint32_t>(event.first_page + n));
    if (memory_.page(page).state != PageState::unmapped) write(page, written_content(event, n));
  }
  flush();
}

bool LiveVm::registered() const {
  if (!alive()) return false;
  return field(proc().read("ksm_stat").value_or(""), "ksm_mergeable").value_or("yes") == "yes";
}

VmResult LiveVm::result() const {
  const std::string text = proc().read("ksm_stat").value_or("");
  const auto number = [&](const char* key) {
    return std::strtoll(field(text, key).value_or("0").c_str(), nullptr, 10);
  };
  VmResult r;
  r.name = memory_.name(vm_);
  r.ksm_rmap_items = static_cast<std::uint64_t>(number("ksm_rmap_items"));
  r.ksm_merging_pages = static_cast<std::uint64_t>(number("ksm_merging_pages"));
  r.ksm_zero_pages = static_cast<std::uint64_t>(number("ksm_zero_pages"));
  r.ksm_process_profit = number("ksm_process_profit");
  if (field(text, "ksm_process_profit")) return r;
  // Linux 6.1: merged pages have a file of their own, and the profit is left to the reader.
  r.ksm_merging_pages = static_cast<std::uint64_t>(proc().number("ksm_merging_pages"));
  const std::uint64_t saved = r.ksm_merging_pages * kPageSize, items = r.ksm_rmap_items * kRmapItemBytes;
  r.ksm_process_profit = static_cast<std::int64_t>(saved) - static_cast<std::int64_t>(items);
  return r;
}

}  // namespace ksmsim
