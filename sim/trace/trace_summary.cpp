#include "ksmsim/trace/trace_summary.h"

#include <algorithm>

#include "ksmsim/trace/trace_file.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostShown = 10;
constexpr std::uint32_t kNobody = 0xffffffff;

/// Who holds a content.
struct Holders {
  std::uint64_t pages = 0;
  std::uint32_t last_vm = kNobody;
  std::uint32_t vms = 0;
};

template <class Visit>
void for_each_page(const TraceVm& vm, Visit visit) {
  for (const TraceRegion& region : vm.regions) {
    for (const TracePage page : region.pages) visit(page);
  }
}

std::vector<Holders> holders_of(const TraceContents& contents, const std::vector<TraceVm>& vms) {
  std::vector<Holders> holders(contents.count);
  for (std::uint32_t vm = 0; vm < vms.size(); ++vm) {
    for_each_page(vms[vm], [&](TracePage page) {
      if (page >= kMostContents) return;
      Holders& of = holders[page];
      ++of.pages;
      if (of.last_vm != vm) ++of.vms;
      of.last_vm = vm;
    });
  }
  return holders;
}

TraceShares shares_of(const TraceContents& contents, const TraceVm& vm, const std::vector<Holders>& holders) {
  TraceShares shares;
  shares.name = vm.name;
  for (const TraceRegion& region : vm.regions) shares.huge += region.huge.size() * 512;
  for_each_page(vm, [&](TracePage page) {
    ++shares.pages;
    if (page == kPageAbsent) {
      ++shares.absent;
    } else if (page == kPageZeroMapped) {
      ++shares.zero_mapped;
    } else if (page == kPageUnreadable) {
      ++shares.unreadable;
    } else {
      ++shares.present;
      const Holders& of = holders[page];
      std::uint64_t& kind = contents.zero == page ? shares.zero
                            : of.pages == 1       ? shares.unique
                            : of.vms == 1         ? shares.repeated
                                                  : shares.common;
      ++kind;
    }
  });
  return shares;
}

void add(TraceShares& all, const TraceShares& vm) {
  for (auto member : {&TraceShares::pages, &TraceShares::present, &TraceShares::zero, &TraceShares::unique,
                      &TraceShares::repeated, &TraceShares::common, &TraceShares::absent, &TraceShares::zero_mapped,
                      &TraceShares::unreadable, &TraceShares::huge}) {
    all.*member += vm.*member;
  }
}

std::vector<RepeatedContent> most_repeated(const TraceContents& contents, const std::vector<Holders>& holders) {
  std::vector<RepeatedContent> repeated;
  for (TracePage content = 0; content < holders.size(); ++content) {
    const Holders& of = holders[content];
    if (of.pages > 1) repeated.push_back({content, contents.zero == content, of.pages, of.vms});
  }
  const auto more = [](const RepeatedContent& a, const RepeatedContent& b) {
    return a.pages != b.pages ? a.pages > b.pages : a.content < b.content;
  };
  const std::size_t shown = std::min(kMostShown, repeated.size());
  std::partial_sort(repeated.begin(), repeated.begin() + static_cast<std::ptrdiff_t>(shown), repeated.end(), more);
  repeated.resize(shown);
  return repeated;
}

/// Plays the snapshots through.
std::vector<SnapshotChanges> changes_of(const Trace& trace) {
  std::vector<SnapshotChanges> all;
  if (trace.snapshots.size() < 2) return all;
  std::vector<TraceVm> now = trace.vms;
  for (std::size_t i = 1; i < trace.snapshots.size(); ++i) {
    SnapshotChanges changes;
    changes.time = trace.snapshots[i].time;
    for (const TraceChange& change : trace.snapshots[i].changes) {
      TracePage& page = now[change.vm].regions[change.region].pages[change.page];
      std::uint64_t& kind = page >= kMostContents         ? changes.appeared
                            : change.now >= kMostContents ? changes.gone
                                                          : changes.changed;
      ++kind;
      page = change.now;
    }
    all.push_back(changes);
  }
  return all;
}

}  // namespace

TraceSummary summarise(const Trace& trace, std::size_t snapshot) {
  const std::vector<TraceVm> vms = vms_at(trace, snapshot);
  const std::vector<Holders> holders = holders_of(trace.contents, vms);
  TraceSummary summary;
  summary.snapshot = snapshot;
  summary.all.name = "all";
  for (const TraceVm& vm : vms) {
    summary.vms.push_back(shares_of(trace.contents, vm, holders));
    add(summary.all, summary.vms.back());
  }
  for (const Holders& of : holders) summary.contents += of.pages > 0 ? 1 : 0;
  summary.most_saved = summary.all.present - summary.contents;
  summary.most_repeated = most_repeated(trace.contents, holders);
  summary.snapshots = changes_of(trace);
  summary.fingerprints = !trace.contents.fingerprints.empty();
  summary.bytes = !trace.contents.bytes.empty();
  return summary;
}

}  // namespace ksmsim
