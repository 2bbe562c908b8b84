// A trace's records, each number checked before it is used.
#include <algorithm>

#include "coding.h"
#include "ksmsim/trace/trace_file.h"
#include "page_coding.h"
#include "records.h"
#include "text_list.h"
#include "trace_records.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kMost32 = 0xffffffff;
constexpr std::uint64_t kMostVms = 100000, kMostRegions = std::uint64_t{1} << 22, kMostSnapshots = 1000000;
constexpr std::uint64_t kPagesAByte = 4096;  ///< that a trace packs at best

class TraceReader {
 public:
  TraceReader(const InputFile& file, bool bytes) : file_(file), records_(file), keep_bytes_(bytes) {}

  Trace read() {
    if (!records_.next(record_) || record_.type != "HEAD") fail("expected the record HEAD");
    read_head();
    while (records_.next(record_)) read_record();
    if (vm_ != trace_.vms.size()) fail("pages are missing");
    if (contents().fingerprints.size() != (has_fingerprints_ ? contents().count : 0)) fail("fingerprints are missing");
    if (bytes_seen_ != (has_bytes_ ? contents().count * kPageSize : 0)) fail("bytes of contents are missing");
    if (const std::string fault = fault_of(trace_); !fault.empty()) fail(fault);
    return std::move(trace_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { file_.fail(record_.offset, why); }
  TraceContents& contents() { return trace_.contents; }

  std::uint64_t number(ByteReader& in, std::uint64_t most) {
    const std::uint64_t value = in.varint();
    if (!in.ok() || value > most) fail("a number in the record " + record_.type + " is out of range");
    return value;
  }
  /// How many things follow, each of at least one byte.
  std::uint64_t length(ByteReader& in) { return number(in, in.left()); }

  void read_head() {
    ByteReader in(record_.payload);
    contents().count = static_cast<std::uint32_t>(number(in, kMostContents));
    const std::uint64_t zero = number(in, kMostContents);
    if (zero > 0) contents().zero = static_cast<TracePage>(zero - 1);
    const std::uint64_t flags = number(in, kHasFingerprints | kHasBytes);
    has_fingerprints_ = (flags & kHasFingerprints) != 0;
    has_bytes_ = (flags & kHasBytes) != 0;
    trace_.vms.resize(number(in, std::min<std::uint64_t>(in.left(), kMostVms)));
    for (TraceVm& vm : trace_.vms) {
      vm.name = in.text();
      vm.regions.resize(number(in, std::min<std::uint64_t>(in.left(), kMostRegions - sizes_.size())));
      for (TraceRegion& region : vm.regions) read_region(in, region);
    }
    trace_.snapshots.resize(number(in, std::min<std::uint64_t>(in.left(), kMostSnapshots)));
    for (TraceSnapshot& snapshot : trace_.snapshots) {
      snapshot.time.ns = static_cast<std::int64_t>(number(in, std::uint64_t{1} << 62));
    }
    if (!in.done() || trace_.snapshots.empty()) fail("the record HEAD has another length");
    check_size();
    skip_full_regions();
  }

  void read_region(ByteReader& in, TraceRegion& region) {
    region.start = number(in, std::uint64_t{1} << 52);
    sizes_.push_back(number(in, std::uint64_t{1} << 31));
    region.huge.resize(length(in));
    std::uint64_t first = 0;
    for (std::uint32_t& block : region.huge) {
      first += number(in, kMost32);
      if (first > kMost32) fail("a huge page is out of range");
      block = static_cast<std::uint32_t>(first);
    }
  }

  /// A small file may not ask for much memory. Of things that take `each` bytes of it, a file holds at least one byte.
  void check_claim(const char* what, std::uint64_t count, std::uint64_t each) const {
    constexpr std::uint64_t kAlways = std::uint64_t{1} << 26;
    if (count <= kAlways || count / each <= file_.size()) return;
    fail("the trace claims " + std::to_string(count) + " " + what + ", more than a file of its size can have");
  }
  void check_size() const {
    std::uint64_t pages = 0;
    for (const std::uint64_t size : sizes_) pages += size;
    check_claim("pages", pages, kPagesAByte);
    if (has_fingerprints_) check_claim("fingerprints", trace_.contents.count, 1);
    if (has_bytes_ && keep_bytes_) check_claim("bytes of contents", trace_.contents.count * kPageSize, kPagesAByte);
  }

  void read_record() {
    if (record_.type == "FING") return read_fingerprints();
    if (record_.type == "BYTE") return read_bytes();
    if (record_.type == "PAGE") return read_pages();
    if (record_.type == "DIFF") return read_changes();
    fail("an unknown record");
  }

  void read_fingerprints() {
    ByteReader in(record_.payload);
    while (in.left() >= 16) {
      const std::uint64_t high = in.fixed(8), low = in.fixed(8);
      contents().fingerprints.push_back({high, low});
    }
    if (!in.done() || contents().fingerprints.size() > contents().count) fail("more fingerprints than contents");
  }

  void read_bytes() {
    bytes_seen_ += record_.payload.size();
    if (bytes_seen_ > contents().count * kPageSize) fail("more bytes than contents");
    if (!keep_bytes_) return;
    contents().bytes.insert(contents().bytes.end(), record_.payload.begin(), record_.payload.end());
  }

  void skip_full_regions() {
    while (vm_ < trace_.vms.size()) {
      const auto& regions = trace_.vms[vm_].regions;
      if (region_ < regions.size() && regions[region_].pages.size() < sizes_[nth_region_]) return;
      if (region_ < regions.size()) {
        ++region_;
        ++nth_region_;
      } else {
        ++vm_;
        region_ = 0;
      }
    }
  }

  void read_pages() {
    if (vm_ == trace_.vms.size()) fail("more pages than its regions have");
    auto& pages = trace_.vms[vm_].regions[region_].pages;
    const std::uint64_t count = std::min(kPagesARecord, sizes_[nth_region_] - pages.size());
    ByteReader in(record_.payload);
    if (!take_pages(in, count, pages) || !in.done()) fail("pages are damaged");
    skip_full_regions();
  }

  void read_changes() {
    ByteReader in(record_.payload);
    const std::uint64_t snapshot = number(in, trace_.snapshots.size() - 1);
    TraceChange change;
    change.vm = static_cast<std::uint32_t>(number(in, kMost32));
    change.region = static_cast<std::uint32_t>(number(in, kMost32));
    std::vector<std::uint32_t> numbers(length(in));
    check_claim("changes", changes_seen_ += numbers.size(), kPagesAByte);
    std::uint64_t next = 0;
    for (std::uint32_t& page : numbers) {
      next += number(in, kMost32);
      if (next > kMost32) fail("a change is out of range");
      page = static_cast<std::uint32_t>(next++);
    }
    std::vector<TracePage> now;
    if (!take_pages(in, numbers.size(), now) || !in.done()) fail("changes are damaged");
    for (std::size_t i = 0; i < now.size(); ++i) {
      change.page = numbers[i];
      change.now = now[i];
      trace_.snapshots[snapshot].changes.push_back(change);
    }
  }

  const InputFile& file_;
  RecordReader records_;
  RecordReader::Record record_;
  Trace trace_;
  bool keep_bytes_, has_fingerprints_ = false, has_bytes_ = false;
  std::vector<std::uint64_t> sizes_;                  ///< of all regions, in order
  std::size_t vm_ = 0, region_ = 0, nth_region_ = 0;  ///< the region whose pages come next
  std::uint64_t bytes_seen_ = 0, changes_seen_ = 0;
};

}  // namespace

Trace load_trace(const std::string& path, bool bytes) {
  const InputFile file(path);
  if (file.matches(0, "#")) return read_text_list(file);
  return TraceReader(file, bytes).read();
}

}  // namespace ksmsim
