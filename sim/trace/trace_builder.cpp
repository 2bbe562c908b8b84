#include "ksmsim/trace/trace_builder.h"

#include <algorithm>
#include <thread>

#include "content_table.h"
#include "page_digests.h"
#include "temporary_file.h"
#include "vm_history.h"

namespace ksmsim {
namespace {

constexpr std::size_t kChunk = 1 << 14;  ///< pages digested before they are looked up: 64 MiB
constexpr std::uint32_t kAside = 0xffffffff;

}  // namespace

/// Contents and where their bytes are: in images that stay, or copied aside.
class TraceBuilder::Contents {
 public:
  explicit Contents(unsigned threads)
      : threads_(threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency())) {}

  std::uint32_t keep(std::shared_ptr<const MemoryImage> image) {
    images_.push_back(std::move(image));
    return static_cast<std::uint32_t>(images_.size() - 1);
  }
  /// Numbers of pages that follow each other from `where` of a kept image on. While some are looked up, the next are
  /// hashed. `told` hears how many are done.
  void number_pages(std::uint32_t source, std::uint64_t where, std::uint64_t count, std::vector<TracePage>& numbers,
                    const std::function<void(std::uint64_t)>& told) {
    std::unique_ptr<DigestJob> ahead = digest_ahead(source, where, count);
    for (std::uint64_t at = 0; at < count; at += digests_.size()) {
      ahead->wait();
      std::swap(digests_, ahead_);
      const std::uint64_t next = at + digests_.size();
      ahead = digest_ahead(source, where + next * kPageSize, count - next);
      for (std::size_t i = 0; i < digests_.size(); ++i) {
        const ContentTable::Found found = table_.find_or_add(digests_[i]);
        if (found.is_new) table_.set_place(found.number, source, where + (at + i) * kPageSize);
        numbers.push_back(seen(found.number));
      }
      told(digests_.size());
    }
  }
  /// The same of an image that changes or goes: read once, and what is hashed is what is kept.
  void number_passing(const MemoryImage& image, std::uint64_t where, std::size_t count,
                      std::vector<TracePage>& numbers) {
    bytes_.resize(count * kPageSize);
    try {
      image.read(where, bytes_);
    } catch (const TraceError&) {
      if (count == 1) return numbers.push_back(kPageUnreadable);
      for (std::size_t i = 0; i < count; ++i) number_passing(image, where + i * kPageSize, 1, numbers);
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto page = std::span<const std::byte>(bytes_).subspan(i * kPageSize, kPageSize);
      const ContentTable::Found found = table_.find_or_add(digest(page));
      if (found.is_new) table_.set_place(found.number, kAside, aside().append(page));
      numbers.push_back(seen(found.number));
    }
  }
  TracePage zeros() { return seen(table_.zeros()); }

  /// Ranks by number; fills the trace's table.
  std::vector<TracePage> finish(TraceContents& out, bool keep_bytes) {
    if (aside_) aside_->flush();
    const ContentReader read = [this](std::uint32_t number, std::span<std::byte> page) { read_again(number, page); };
    std::vector<std::uint32_t> order = in_memcmp_order(table_, read);
    if (!zeros_seen_) order.erase(order.begin());  // nobody holds zeros, which are the first of all
    std::vector<TracePage> ranks(table_.size(), kPageAbsent);
    out.count = static_cast<std::uint32_t>(order.size());
    out.fingerprints.reserve(order.size());
    if (zeros_seen_) out.zero = 0;
    if (keep_bytes) out.bytes.resize(order.size() * kPageSize);
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) {
      ranks[order[rank]] = rank;
      out.fingerprints.push_back(table_[order[rank]].digest.fingerprint);
      if (keep_bytes) read_again(order[rank], std::span(out.bytes).subspan(rank * kPageSize, kPageSize));
    }
    return ranks;
  }

 private:
  TemporaryFile& aside() {
    if (!aside_) aside_ = std::make_unique<TemporaryFile>();
    return *aside_;
  }
  std::unique_ptr<DigestJob> digest_ahead(std::uint32_t source, std::uint64_t where, std::uint64_t count) {
    ahead_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(kChunk, count)));
    return std::make_unique<DigestJob>(*images_[source], where, threads_, ahead_);
  }
  TracePage seen(TracePage number) {
    zeros_seen_ = zeros_seen_ || number == table_.zeros();
    return number;
  }
  void read_again(std::uint32_t number, std::span<std::byte> page) const {
    const ContentTable::Content& content = table_[number];
    if (number == table_.zeros()) {
      std::fill(page.begin(), page.end(), std::byte{0});
    } else if (content.source == kAside) {
      aside_->read(content.where, page);
    } else {
      images_[content.source]->read(content.where, page);
    }
  }

  unsigned threads_;
  ContentTable table_;
  std::vector<PageDigest> digests_, ahead_;
  std::vector<std::byte> bytes_;
  std::vector<std::shared_ptr<const MemoryImage>> images_;
  std::unique_ptr<TemporaryFile> aside_;
  bool zeros_seen_ = false;
};

/// VMs by name, in the order in which they came, and the moments at which they were looked at.
class TraceBuilder::Memory {
 public:
  void add(const std::string& vm, Duration time, std::vector<Stretch> stretches) {
    if (times_.empty() || time > times_.back()) times_.push_back(time);
    if (time < times_.back()) throw Error("snapshots are added in the order of time");
    const auto known = numbers_.emplace(vm, histories_.size());
    if (known.second) histories_.emplace_back(vm);
    histories_[known.first->second].add(times_.size() - 1, std::move(stretches));
  }
  void finish(const std::vector<TracePage>& ranks, Trace& trace) {
    trace.snapshots.resize(std::max<std::size_t>(times_.size(), 1));
    for (std::size_t i = 0; i < times_.size(); ++i) trace.snapshots[i].time = times_[i] - times_[0];
    for (VmHistory& history : histories_) history.finish(ranks, trace);
  }

 private:
  std::vector<Duration> times_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<VmHistory> histories_;
};

TraceBuilder::TraceBuilder(BuildOptions options)
    : contents_(std::make_unique<Contents>(options.threads)),
      memory_(std::make_unique<Memory>()),
      options_(std::move(options)) {}

TraceBuilder::~TraceBuilder() = default;

namespace {

std::uint64_t pages_of(const std::vector<ImageRun>& runs) {
  std::uint64_t pages = 0;
  for (const ImageRun& run : runs) pages += run.pages;
  return pages;
}

/// The stretch that a run belongs to: the last one, if it goes on there, be it after a short gap of absent pages.
Stretch& stretch_for(std::vector<Stretch>& stretches, std::uint64_t gfn) {
  constexpr std::uint64_t kShortGap = 512;
  if (!stretches.empty()) {
    Stretch& last = stretches.back();
    const std::uint64_t end = last.start + last.pages.size();
    if (gfn - end <= kShortGap) {
      last.pages.insert(last.pages.end(), gfn - end, kPageAbsent);
      return last;
    }
  }
  stretches.push_back({gfn, {}, {}});
  return stretches.back();
}

}  // namespace

void TraceBuilder::add(const std::string& vm, Duration time, const std::shared_ptr<const MemoryImage>& image) {
  const std::uint64_t all = pages_of(image->runs());
  const std::uint32_t source = contents_->keep(image);
  std::vector<Stretch> stretches;
  std::uint64_t done = 0;
  const auto told = [&](std::uint64_t pages) {
    if (options_.stop.stop_requested()) throw Stopped();
    done += pages;
    if (options_.progress) options_.progress(static_cast<double>(done) / static_cast<double>(all));
  };
  for (const ImageRun& run : image->runs()) {
    std::vector<TracePage>& pages = stretch_for(stretches, run.gfn).pages;
    if (run.kind == ImageRun::Kind::bytes) {
      contents_->number_pages(source, run.where, run.pages, pages, told);
    } else {
      const bool zero = run.kind == ImageRun::Kind::zero;
      pages.insert(pages.end(), run.pages, zero ? contents_->zeros() : kPageUnreadable);
      told(run.pages);
    }
  }
  memory_->add(vm, time, std::move(stretches));
}

std::uint64_t TraceBuilder::add_passing(const std::string& vm, Duration time, const MemoryImage& image,
                                        std::vector<PageRange> ranges) {
  constexpr std::uint64_t kAtOnce = 256;
  std::vector<Stretch> stretches;
  for (PageRange& range : ranges) {
    stretches.push_back({range.start, std::vector<TracePage>(range.pages, kPageAbsent), std::move(range.huge)});
    for (const std::uint64_t page : range.zero_mapped) stretches.back().pages.at(page) = kPageZeroMapped;
  }
  std::size_t at = 0;
  std::uint64_t unreadable = 0;
  std::vector<TracePage> numbers;
  for (const ImageRun& run : image.runs()) {
    while (at < stretches.size() && stretches[at].start + stretches[at].pages.size() <= run.gfn) ++at;
    if (at == stretches.size() || run.gfn < stretches[at].start) throw Error("pages outside a process's ranges");
    for (std::uint64_t from = 0; from < run.pages; from += kAtOnce) {
      const auto count = static_cast<std::size_t>(std::min(kAtOnce, run.pages - from));
      numbers.clear();
      if (run.kind == ImageRun::Kind::bytes) {
        contents_->number_passing(image, run.where + from * kPageSize, count, numbers);
      } else {
        numbers.assign(count, run.kind == ImageRun::Kind::zero ? contents_->zeros() : kPageUnreadable);
      }
      unreadable += static_cast<std::uint64_t>(std::count(numbers.begin(), numbers.end(), kPageUnreadable));
      const std::uint64_t place = run.gfn + from - stretches[at].start;
      if (place + count > stretches[at].pages.size()) throw Error("pages outside a process's ranges");
      std::copy(numbers.begin(), numbers.end(), stretches[at].pages.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }
  memory_->add(vm, time, std::move(stretches));
  return unreadable;
}

Trace TraceBuilder::finish() {
  Trace trace;
  memory_->finish(contents_->finish(trace.contents, options_.contents), trace);
  return trace;
}

}  // namespace ksmsim
