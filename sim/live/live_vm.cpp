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

LiveVm::LiveVm(const Host& layout, VmId vm) : layout_(layout), vm_(vm), unmapped_(layout.page_count(vm)) {}

void LiveVm::start() {
  place_regions();
  for (std::size_t i = 0; i < addresses_.size(); ++i) fill_region(i);
  process_.drain_lru();
  for (std::size_t i = 0; i < addresses_.size(); ++i) {
    const Errno refused = process_.advise(addresses_[i], layout_.regions(vm_)[i].pages, MADV_MERGEABLE);
    if (refused != 0) throw Error("madvise(MADV_MERGEABLE) is refused: " + errno_name(refused));
  }
  started_ = true;
}

void LiveVm::place_regions() {
  std::uint64_t bytes = 0;
  for (const Region& region : layout_.regions(vm_)) bytes += stride(region);
  std::uint64_t next = process_.reserve(bytes);
  for (const Region& region : layout_.regions(vm_)) {
    addresses_.push_back(next);
    next += stride(region);
    if (region.pages != 0) process_.map(addresses_.back(), region.pages, region.huge_pages);
  }
}

void LiveVm::fill_region(std::size_t number) {
  constexpr std::uint32_t kChunk = 4000;
  const Region& region = layout_.regions(vm_)[number];
  std::vector<Content> contents;
  for (std::uint32_t done = 0; done < region.pages; done += kChunk) {
    contents.clear();
    for (std::uint32_t i = done; i < std::min(done + kChunk, region.pages); ++i) {
      const Page& page = layout_.page(PageIndex(region.first.value + i));
      contents.push_back(page.state == PageState::anon ? page.content : Host::kNotPresent);
    }
    process_.fill(addresses_[number] + std::uint64_t{done} * kPageSize, contents, Host::kNotPresent);
  }
}

Errno LiveVm::apply(const EventSpec& event) {
  if (!alive()) return ESRCH;
  const std::uint64_t address = addresses_[event.region] + event.first_page * kPageSize;
  const std::uint64_t pages = event.last_page - event.first_page + 1;
  Errno refused = 0;
  switch (event.what) {
    case EventSpec::What::write:
      write(event);
      break;
    case EventSpec::What::discard:
      refused = process_.advise(address, pages, MADV_DONTNEED);
      break;
    case EventSpec::What::unmap:
      unmap(event);
      break;
    case EventSpec::What::unmergeable:
      refused = process_.advise(address, pages, MADV_UNMERGEABLE);
      break;
    case EventSpec::What::mergeable:
      refused = process_.advise(address, pages, MADV_MERGEABLE);
      break;
    case EventSpec::What::kill:
      kill();
      break;
    case EventSpec::What::set:
      break;
  }
  return refused == ENOMEM ? 0 : refused;  // done, but for pages that are not mapped
}

void LiveVm::write(const EventSpec& event) {
  const Region& region = layout_.regions(vm_)[event.region];
  const std::size_t first = region.first.value - layout_.first_page(vm_).value + event.first_page;
  std::vector<Content> contents;
  for (std::uint64_t n = 0; n <= event.last_page - event.first_page; ++n) {
    contents.push_back(unmapped_[first + n] ? Host::kNotPresent : written_content(event, n));
  }
  process_.fill(addresses_[event.region] + event.first_page * kPageSize, contents, Host::kNotPresent);
}

void LiveVm::unmap(const EventSpec& event) {
  const Region& region = layout_.regions(vm_)[event.region];
  const std::size_t first = region.first.value - layout_.first_page(vm_).value;
  for (std::uint64_t n = event.first_page; n <= event.last_page; ++n) unmapped_[first + n] = true;
  process_.unmap(addresses_[event.region] + event.first_page * kPageSize, event.last_page - event.first_page + 1);
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
  r.name = layout_.name(vm_);
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
