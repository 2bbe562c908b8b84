#include "process_maps.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include "page_kinds.h"

namespace ksmsim {
namespace {

/// "7f00-7f10 rw-p ..." of smaps' first line of a mapping.
bool parse_range(const std::string& line, Mapping& mapping) {
  const char* end = line.data() + line.size();
  const auto first = std::from_chars(line.data(), end, mapping.begin, 16);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != '-') return false;
  const auto second = std::from_chars(first.ptr + 1, end, mapping.end, 16);
  return second.ec == std::errc{} && second.ptr != end && *second.ptr == ' ';
}

/// What ksm_madvise leaves alone: shared, hugetlbfs, device and special mappings (behaviour.md 2).
void read_flags(const std::string& line, Mapping& mapping) {
  std::istringstream words(line.substr(line.find(':') + 1));
  mapping.could_be = mapping.begin >> 63 == 0;  // not the kernel's own page, vsyscall
  for (std::string flag; words >> flag;) {
    if (flag == "mg") mapping.mergeable = true;
    for (const char* no : {"sh", "ms", "pf", "io", "de", "ht", "mm"}) mapping.could_be = mapping.could_be && flag != no;
  }
}

/// Mappings may be many terabytes with hardly a page in them (a sanitizer's shadow): what lies between pages that are
/// far apart is left out, which is nothing to KSM.
PageRange& range_for(const PageStretch& stretch, std::vector<PageRange>& ranges, std::size_t of_mapping) {
  constexpr std::uint64_t kLongGap = 1 << 15;
  if (ranges.size() > of_mapping) {
    const PageRange& last = ranges.back();
    if (stretch.first - (last.start + last.pages) <= kLongGap) return ranges.back();
  }
  ranges.push_back({stretch.first, 0, {}, {}});
  return ranges.back();
}

/// Puts a stretch of pages of one kind to its range.
void add(const PageStretch& stretch, PageRange& range, std::vector<ImageRun>& runs) {
  range.pages = stretch.first + stretch.pages - range.start;
  const std::uint64_t first = stretch.first - range.start;
  if (stretch.kind == PageStretch::Kind::zero) {
    for (std::uint64_t i = 0; i < stretch.pages; ++i) range.zero_mapped.push_back(first + i);
    return;
  }
  runs.push_back({stretch.first, stretch.pages, ImageRun::Kind::bytes, stretch.first * kPageSize});
  if (!stretch.huge) return;
  constexpr std::uint64_t kHuge = 512;
  std::uint64_t at = (stretch.first + kHuge - 1) / kHuge * kHuge;
  for (; at + kHuge <= stretch.first + stretch.pages; at += kHuge) {
    range.huge.push_back(static_cast<std::uint32_t>(at - range.start));
  }
}

}  // namespace

std::vector<Mapping> mappings_of(int pid) {
  const std::string name = "/proc/" + std::to_string(pid) + "/smaps";
  std::ifstream smaps(name);
  if (!smaps)
    throw TraceError("process " + std::to_string(pid) + ": " + name + " cannot be read (is it there, is it yours?)");
  std::vector<Mapping> mappings;
  for (std::string line; std::getline(smaps, line);) {
    Mapping mapping;
    if (parse_range(line, mapping)) {
      mappings.push_back(mapping);
    } else if (line.starts_with("VmFlags:") && !mappings.empty()) {
      read_flags(line, mappings.back());
    }
  }
  return mappings;
}

MappedPages pages_of(int pid, const std::vector<Mapping>& mappings) {
  MappedPages pages;
  const PageKinds kinds(pid);
  pages.knows_zero_pages = kinds.know_zero_pages();
  for (const Mapping& mapping : mappings) {
    const std::size_t of_mapping = pages.ranges.size();
    for (const PageStretch& stretch : kinds.of(mapping.begin / kPageSize, (mapping.end - mapping.begin) / kPageSize)) {
      add(stretch, range_for(stretch, pages.ranges, of_mapping), pages.runs);
    }
  }
  return pages;
}

}  // namespace ksmsim
