#include "page_kinds.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "ksmsim/trace/trace.h"

namespace ksmsim {
namespace {

// The ABI of PAGEMAP_SCAN, as linux/fs.h has it since 6.7 and Debian 12's does not.
struct ScanRegion {
  std::uint64_t start, end, categories;
};
struct ScanArguments {
  std::uint64_t size, flags, start, end, walk_end, regions, regions_count, max_pages;
  std::uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
constexpr std::uint64_t kFile = 1 << 2, kPresent = 1 << 3, kZero = 1 << 5, kHuge = 1 << 6;

// Bits of /proc/PID/pagemap and /proc/kpageflags.
constexpr std::uint64_t kMapPresent = std::uint64_t{1} << 63, kMapFile = std::uint64_t{1} << 61;
constexpr std::uint64_t kMapFrame = (std::uint64_t{1} << 55) - 1;
constexpr std::uint64_t kFlagHuge = 1 << 22, kFlagZero = 1 << 24;

void append(std::vector<PageStretch>& out, const PageStretch& next) {
  if (!out.empty()) {
    PageStretch& last = out.back();
    if (last.first + last.pages == next.first && last.kind == next.kind && last.huge == next.huge) {
      last.pages += next.pages;
      return;
    }
  }
  out.push_back(next);
}

/// Without contents: a huge page's parts have frames that follow each other from an aligned one on.
void unmark_parts(std::vector<PageStretch>& stretches) {
  for (PageStretch& stretch : stretches) stretch.huge = stretch.huge && stretch.pages >= 512;
}

}  // namespace

PageKinds::PageKinds(int pid) : pid_(pid) {
  const std::string name = "/proc/" + std::to_string(pid) + "/pagemap";
  map_ = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  if (map_ < 0) throw TraceError("process " + std::to_string(pid) + ": " + name + ": " + std::strerror(errno));
  std::vector<PageStretch> none;
  scans_ = scan(0, 1, none);
  if (!scans_ && geteuid() == 0) flags_ = open("/proc/kpageflags", O_RDONLY | O_CLOEXEC);
}

PageKinds::~PageKinds() {
  close(map_);
  if (flags_ >= 0) close(flags_);
}

std::vector<PageStretch> PageKinds::of(std::uint64_t first, std::uint64_t pages) const {
  std::vector<PageStretch> out;
  if (!scans_ || !scan(first, pages, out)) {
    out.clear();
    read(first, pages, out);
    unmark_parts(out);
  }
  return out;
}

bool PageKinds::scan(std::uint64_t first, std::uint64_t pages, std::vector<PageStretch>& out) const {
  std::array<ScanRegion, 1024> regions;
  ScanArguments arguments{};
  arguments.size = sizeof arguments;
  arguments.end = (first + pages) * kPageSize;
  arguments.regions = reinterpret_cast<std::uintptr_t>(regions.data());
  arguments.regions_count = regions.size();
  arguments.category_inverted = kFile;
  arguments.category_mask = kPresent | kFile;
  arguments.return_mask = kZero | kHuge;
  // `walk_end` may lie before regions that were returned (seen on 6.18), so the last region tells where to go on.
  std::size_t found = regions.size();
  for (arguments.start = first * kPageSize; found == regions.size(); arguments.start = regions.back().end) {
    const int result = ioctl(map_, _IOWR('f', 16, ScanArguments), &arguments);
    if (result < 0) return false;
    found = static_cast<std::size_t>(result);
    for (const ScanRegion& region : std::span(regions).first(found)) {
      const bool zero = (region.categories & kZero) != 0;
      append(out,
             {region.start / kPageSize, (region.end - region.start) / kPageSize,
              zero ? PageStretch::Kind::zero : PageStretch::Kind::present, !zero && (region.categories & kHuge) != 0});
    }
  }
  return true;
}

std::uint64_t PageKinds::flags_of(std::uint64_t frame) const {
  std::uint64_t flags = 0;
  if (flags_ < 0 || frame == 0) return 0;
  const auto at = static_cast<off_t>(frame * sizeof flags);
  return pread(flags_, &flags, sizeof flags, at) == static_cast<ssize_t>(sizeof flags) ? flags : 0;
}

void PageKinds::read(std::uint64_t first, std::uint64_t pages, std::vector<PageStretch>& out) const {
  std::vector<std::uint64_t> entries(4096);
  for (std::uint64_t done = 0; done < pages;) {
    const std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(entries.size(), pages - done));
    const auto at = static_cast<off_t>((first + done) * sizeof entries[0]);
    const ssize_t got = pread(map_, entries.data(), count * sizeof entries[0], at);
    if (got <= 0) throw TraceError("process " + std::to_string(pid_) + ": its page map cannot be read");
    for (std::size_t i = 0; i < static_cast<std::size_t>(got) / sizeof entries[0]; ++i, ++done) {
      if ((entries[i] & kMapPresent) == 0 || (entries[i] & kMapFile) != 0) continue;
      const std::uint64_t flags = flags_of(entries[i] & kMapFrame);
      const bool zero = (flags & kFlagZero) != 0;
      append(out, {first + done, 1, zero ? PageStretch::Kind::zero : PageStretch::Kind::present,
                   !zero && (flags & kFlagHuge) != 0});
    }
  }
}

}  // namespace ksmsim
