#include "ksmsim/trace/trace.h"

#include <algorithm>

#include "ksmsim/trace/trace_file.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kMostPages = std::uint64_t{1} << 31;
constexpr std::uint64_t kMostStart = std::uint64_t{1} << 52;
constexpr std::uint32_t kHugePages = 512;

bool fits(const TraceContents& contents, TracePage page) { return page < contents.count || page >= kPageUnreadable; }

std::string fault_of_huge(const TraceRegion& region) {
  std::uint64_t free_from = 0;
  for (const std::uint32_t first : region.huge) {
    const bool aligned = (region.start + first) % kHugePages == 0;
    if (first < free_from || !aligned || std::uint64_t{first} + kHugePages > region.pages.size()) {
      return "a huge page at page " + std::to_string(first) + " of its region is not aligned, or not in order";
    }
    free_from = std::uint64_t{first} + kHugePages;
  }
  return {};
}

std::string fault_of_vm(const Trace& trace, const TraceVm& vm) {
  std::uint64_t free_from = 0;
  for (const TraceRegion& region : vm.regions) {
    if (region.start < free_from) return "regions of " + vm.name + " overlap, or are not in ascending order";
    if (region.start > kMostStart) return "a region of " + vm.name + " begins beyond 2^52 pages";
    free_from = region.start + region.pages.size();
    const bool good = std::all_of(region.pages.begin(), region.pages.end(),
                                  [&](TracePage page) { return fits(trace.contents, page); });
    if (!good) return "a page of " + vm.name + " holds a content that there is not";
    if (std::string fault = fault_of_huge(region); !fault.empty()) return fault;
  }
  return {};
}

bool fits(const Trace& trace, const TraceChange& change) {
  if (change.vm >= trace.vms.size()) return false;
  const auto& regions = trace.vms[change.vm].regions;
  return change.region < regions.size() && change.page < regions[change.region].pages.size() &&
         fits(trace.contents, change.now);
}

std::string fault_of_contents(const TraceContents& contents) {
  if (contents.count > kMostContents) return "more than 2^32 contents";
  if (contents.zero && *contents.zero >= contents.count) return "the content of zeros is not there";
  const bool known = contents.fingerprints.empty() || contents.fingerprints.size() == contents.count;
  const bool stored = contents.bytes.empty() || contents.bytes.size() == contents.count * kPageSize;
  return known && stored ? "" : "fingerprints or bytes of contents are missing";
}

}  // namespace

std::uint64_t page_count(const Trace& trace) {
  std::uint64_t pages = 0;
  for (const TraceVm& vm : trace.vms) {
    for (const TraceRegion& region : vm.regions) pages += region.pages.size();
  }
  return pages;
}

std::string fault_of(const Trace& trace) {
  if (std::string fault = fault_of_contents(trace.contents); !fault.empty()) return fault;
  if (page_count(trace) > kMostPages) return "more than 2^31 pages";
  for (const TraceVm& vm : trace.vms) {
    if (std::string fault = fault_of_vm(trace, vm); !fault.empty()) return fault;
  }
  if (trace.snapshots.empty() || !trace.snapshots[0].changes.empty() || trace.snapshots[0].time.ns != 0) {
    return "the first snapshot is at time 0 and has no changes";
  }
  for (std::size_t i = 1; i < trace.snapshots.size(); ++i) {
    const TraceSnapshot& snapshot = trace.snapshots[i];
    if (snapshot.time <= trace.snapshots[i - 1].time) return "snapshots are not in the order of time";
    const bool good = std::all_of(snapshot.changes.begin(), snapshot.changes.end(),
                                  [&](const TraceChange& change) { return fits(trace, change); });
    if (!good) return "a change of a page that there is not";
  }
  return {};
}

std::vector<TraceVm> vms_at(const Trace& trace, std::size_t snapshot) {
  std::vector<TraceVm> vms = trace.vms;
  for (std::size_t i = 0; i <= snapshot && i < trace.snapshots.size(); ++i) {
    for (const TraceChange& change : trace.snapshots[i].changes) {
      vms[change.vm].regions[change.region].pages[change.page] = change.now;
    }
  }
  return vms;
}

}  // namespace ksmsim
