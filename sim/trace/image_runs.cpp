#include "image_runs.h"

#include <algorithm>

namespace ksmsim {
namespace {

constexpr std::uint64_t kPagesBelow4GiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kPcDevices = 0xe0000;                    // 3.5 GiB: no PC of QEMU has memory from there on
constexpr std::uint64_t kMostGapPages = std::uint64_t{1} << 28;  // 1 TiB

std::uint64_t end_of(const ImageRun& run) { return run.gfn + run.pages; }

/// The part of `run` from page `begin` to `end`.
ImageRun part_of(const ImageRun& run, std::uint64_t begin, std::uint64_t end) {
  ImageRun part = run;
  part.gfn = std::max(begin, run.gfn);
  const std::uint64_t last = std::min(end, end_of(run));
  part.pages = last > part.gfn ? last - part.gfn : 0;
  if (run.kind == ImageRun::Kind::bytes) part.where += (part.gfn - run.gfn) * kPageSize;
  return part;
}

}  // namespace

ImageRun whole_pages(std::uint64_t address, std::uint64_t bytes, std::uint64_t where) {
  constexpr std::uint64_t kAbsurd = 2 * kMostImagePages * kPageSize;
  const std::uint64_t from = std::min(address, kAbsurd), to = from + std::min(bytes, kAbsurd);
  const std::uint64_t begin = (from + kPageSize - 1) / kPageSize, end = to / kPageSize;
  return {begin, end > begin ? end - begin : 0, ImageRun::Kind::bytes, where + (begin * kPageSize - from)};
}

std::vector<ImageRun> around_pc_hole(std::uint64_t first, std::uint64_t pages) {
  constexpr std::uint64_t kHole = kPagesBelow4GiB / 4 * 3;
  const std::uint64_t low = first < kHole ? std::min(pages, kHole - first) : 0;
  const ImageRun run{first, pages, ImageRun::Kind::bytes, first * kPageSize};
  ImageRun high = part_of(run, first + low, first + pages);
  high.gfn += kPagesBelow4GiB - kHole;
  return {part_of(run, first, first + low), high};
}

void append_pages(std::vector<ImageRun>& runs, const ImageRun& pages) {
  if (pages.pages == 0) return;
  ImageRun* last = runs.empty() ? nullptr : &runs.back();
  const bool joins = last != nullptr && last->kind == pages.kind && end_of(*last) == pages.gfn &&
                     (pages.kind != ImageRun::Kind::bytes || last->where + last->pages * kPageSize == pages.where);
  if (joins) {
    last->pages += pages.pages;
  } else {
    runs.push_back(pages);
  }
}

std::vector<ImageRun> without(const std::vector<ImageRun>& runs, const std::vector<GfnRange>& holes) {
  std::vector<ImageRun> kept;
  auto hole = holes.begin();
  for (const ImageRun& run : runs) {
    std::uint64_t at = run.gfn;
    while (hole != holes.end() && hole->end <= at) ++hole;
    for (auto next = hole; next != holes.end() && next->begin < end_of(run); ++next) {
      append_pages(kept, part_of(run, at, next->begin));
      at = std::max(at, next->end);
      if (next->end <= end_of(run)) hole = next;
    }
    append_pages(kept, part_of(run, at, end_of(run)));
  }
  return kept;
}

std::vector<ImageRun> within(const std::vector<ImageRun>& runs, const std::vector<GfnRange>& ranges) {
  std::vector<GfnRange> others;
  std::uint64_t at = 0;
  for (const GfnRange& range : ranges) {
    if (range.begin > at) others.push_back({at, range.begin});
    at = std::max(at, range.end);
  }
  others.push_back({at, ~std::uint64_t{0}});
  return without(runs, others);
}

void drop_overlap(std::vector<ImageRun>& runs) {
  std::stable_sort(runs.begin(), runs.end(), [](const ImageRun& a, const ImageRun& b) { return a.gfn < b.gfn; });
  std::vector<ImageRun> kept;
  std::uint64_t at = 0;
  for (const ImageRun& run : runs) {
    append_pages(kept, part_of(run, at, end_of(run)));
    at = std::max(at, end_of(run));
  }
  runs = std::move(kept);
}

void drop_pc_devices(std::vector<ImageRun>& runs) {
  std::erase_if(runs, [](const ImageRun& run) { return run.gfn >= kPcDevices && end_of(run) <= kPagesBelow4GiB; });
}

void fill_gaps(const InputFile& file, std::vector<ImageRun>& runs) {
  std::vector<ImageRun> filled;
  std::uint64_t zeros = 0;
  for (const ImageRun& run : runs) {
    const std::uint64_t begin = filled.empty() ? run.gfn : end_of(filled.back());
    const bool devices = begin < kPagesBelow4GiB && run.gfn >= kPagesBelow4GiB;
    if (run.gfn > begin && !devices) {
      zeros += run.gfn - begin;
      if (zeros > kMostGapPages) file.fail(0, "the gaps between its pages make up more than 1 TiB");
      append_pages(filled, {begin, run.gfn - begin, ImageRun::Kind::zero, 0});
    }
    append_pages(filled, run);
  }
  runs = std::move(filled);
}

}  // namespace ksmsim
