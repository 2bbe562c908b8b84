#pragma once
// What several formats do with lists of runs.
#include <cstdint>
#include <vector>

#include "ksmsim/trace/memory_image.h"

namespace ksmsim {

/// Pages begin to end, without the last.
struct GfnRange {
  std::uint64_t begin = 0, end = 0;
};

/// The whole pages of a range of bytes at `address`, whose bytes are at `where`; what is less than a page at either end
/// is left out. Absurd addresses give a run that order_runs refuses.
ImageRun whole_pages(std::uint64_t address, std::uint64_t bytes, std::uint64_t where);

/// Pages of bytes that are stored one after the other from the file's beginning on, of a guest whose memory has a hole
/// from 3 to 4 GiB: `first` is their number without the hole.
std::vector<ImageRun> around_pc_hole(std::uint64_t first, std::uint64_t pages);

/// Appends pages, to the last run if they continue it.
void append_pages(std::vector<ImageRun>& runs, const ImageRun& pages);

/// The runs without the pages of `holes`; both in order, `runs` without overlap.
std::vector<ImageRun> without(const std::vector<ImageRun>& runs, const std::vector<GfnRange>& holes);
/// The runs' pages that are in one of the ranges as well.
std::vector<ImageRun> within(const std::vector<ImageRun>& runs, const std::vector<GfnRange>& ranges);

/// Sorts the runs, and where two have the same page takes that of the first: a kernel's text is mapped twice.
void drop_overlap(std::vector<ImageRun>& runs);

/// Drops what lies wholly in the last half GiB below 4 GiB: on a PC that is firmware and video memory.
void drop_pc_devices(std::vector<ImageRun>& runs);

/// Zeros in the gaps between runs, which are in order. Not where a gap reaches up to 4 GiB, where a PC has its devices.
/// TraceError if the gaps make up more than 1 TiB.
void fill_gaps(const InputFile& file, std::vector<ImageRun>& runs);

}  // namespace ksmsim
