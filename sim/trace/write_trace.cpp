// The records of a trace: HEAD (what there is), FING and BYTE (contents), PAGE (the first snapshot), DIFF (what later
// ones change), in this order.
#include <algorithm>

#include "coding.h"
#include "ksmsim/trace/trace_file.h"
#include "page_coding.h"
#include "records.h"
#include "trace_records.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kFingerprintsARecord = std::uint64_t{1} << 18;
constexpr std::uint64_t kBytesARecord = std::uint64_t{1} << 22;
constexpr std::uint64_t kChangesARecord = std::uint64_t{1} << 19;

void put_region(ByteWriter& out, const TraceRegion& region) {
  out.varint(region.start);
  out.varint(region.pages.size());
  out.varint(region.huge.size());
  std::uint64_t before = 0;
  for (const std::uint32_t first : region.huge) {
    out.varint(first - before);
    before = first;
  }
}

void write_head(const Trace& trace, RecordWriter& out) {
  ByteWriter head;
  head.varint(trace.contents.count);
  head.varint(trace.contents.zero ? std::uint64_t{*trace.contents.zero} + 1 : 0);
  head.varint((trace.contents.fingerprints.empty() ? 0 : kHasFingerprints) |
              (trace.contents.bytes.empty() ? 0 : kHasBytes));
  head.varint(trace.vms.size());
  for (const TraceVm& vm : trace.vms) {
    head.text(vm.name);
    head.varint(vm.regions.size());
    for (const TraceRegion& region : vm.regions) put_region(head, region);
  }
  head.varint(trace.snapshots.size());
  for (const TraceSnapshot& snapshot : trace.snapshots) head.varint(static_cast<std::uint64_t>(snapshot.time.ns));
  out.write("HEAD", head.bytes());
}

void write_contents(const TraceContents& contents, RecordWriter& out) {
  ByteWriter record;
  for (std::size_t i = 0; i < contents.fingerprints.size(); ++i) {
    record.fixed(contents.fingerprints[i].high, 8);
    record.fixed(contents.fingerprints[i].low, 8);
    if ((i + 1) % kFingerprintsARecord != 0 && i + 1 != contents.fingerprints.size()) continue;
    out.write("FING", record.bytes());
    record.clear();
  }
  for (std::size_t at = 0; at < contents.bytes.size(); at += kBytesARecord) {
    const std::size_t size = std::min<std::size_t>(kBytesARecord, contents.bytes.size() - at);
    out.write("BYTE", std::span(contents.bytes).subspan(at, size));
  }
}

void write_pages(const TraceRegion& region, RecordWriter& out) {
  for (std::size_t at = 0; at < region.pages.size(); at += kPagesARecord) {
    const std::size_t size = std::min<std::size_t>(kPagesARecord, region.pages.size() - at);
    ByteWriter record;
    put_pages(record, std::span(region.pages).subspan(at, size));
    out.write("PAGE", record.bytes());
  }
}

bool same_region(const TraceChange& a, const TraceChange& b) { return a.vm == b.vm && a.region == b.region; }

/// Changes of one region: how many, their pages, their new contents.
void put_changes(ByteWriter& out, std::span<const TraceChange> changes) {
  out.varint(changes[0].vm);
  out.varint(changes[0].region);
  out.varint(changes.size());
  std::uint64_t next = 0;
  std::vector<TracePage> now;
  for (const TraceChange& change : changes) {
    out.varint(change.page - next);
    next = std::uint64_t{change.page} + 1;
    now.push_back(change.now);
  }
  put_pages(out, now);
}

void write_changes(std::size_t number, const std::vector<TraceChange>& changes, RecordWriter& out) {
  for (std::size_t from = 0; from < changes.size();) {
    std::size_t to = from + 1;
    while (to < changes.size() && to - from < kChangesARecord && same_region(changes[from], changes[to])) ++to;
    ByteWriter record;
    record.varint(number);
    put_changes(record, std::span(changes).subspan(from, to - from));
    out.write("DIFF", record.bytes());
    from = to;
  }
}

}  // namespace

void write_trace(const Trace& trace, std::ostream& out) {
  if (const std::string fault = fault_of(trace); !fault.empty()) throw Error("a trace cannot be written: " + fault);
  RecordWriter records(out);
  write_head(trace, records);
  write_contents(trace.contents, records);
  for (const TraceVm& vm : trace.vms) {
    for (const TraceRegion& region : vm.regions) write_pages(region, records);
  }
  for (std::size_t i = 0; i < trace.snapshots.size(); ++i) write_changes(i, trace.snapshots[i].changes, records);
  records.finish();
}

}  // namespace ksmsim
