// ksmsim hash test: which changes of pages each hash misses.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <thread>

#include "document_form.h"
#include "hash.h"
#include "interrupt.h"
#include "ksmsim/base/random.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/content/content.h"
#include "ksmsim/report/hash_quality_report.h"
#include "ksmsim/trace/trace_file.h"
#include "output.h"
#include "progress_bar.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(KSM takes a page for unchanged if its checksum is what it was. Pages are changed as
programs change them (one bit, a counter, a timestamp, swapped words, shifted
bytes, a run of zeros), and any two versions of a page are a change. With
--trace FILE its pages are changed in place of made-up ones, and what changed
between its snapshots is looked at too; the trace needs contents:
ksmsim trace capture --with-contents --every 10s --for 5m.

Examples:
  ksmsim hash test
  ksmsim hash test xxh64 xxh64-quarter --pages 64
  ksmsim hash test --trace guests.ksmtrace --json)";

constexpr std::size_t kMostReal = 200'000;  ///< changes of a trace that are looked at

/// Half of them random; the others zero but for some counters, or text: what pages of programs look like.
std::vector<std::byte> made_pages(std::size_t count, std::uint64_t seed) {
  std::vector<std::byte> pages(count * kPageSize);
  const RandomStream random(seed, "hash test");
  for (std::size_t i = 0; i < count; ++i) {
    const PageBytes page(pages.data() + i * kPageSize, kPageSize);
    if (i % 2 == 0) {
      content_fill(Content(1 + random.below(i, 1'000'000)), page);  // a page of random words
    } else if (i % 4 == 1) {
      for (std::size_t at = 0; at < kPageSize; at += 256) page[at] = static_cast<std::byte>(random.below(at, 100));
    } else {
      for (std::size_t at = 0; at < kPageSize; ++at) page[at] = static_cast<std::byte>('a' + random.below(at, 26));
    }
  }
  return pages;
}

class HashTest final : public Verb {
 public:
  CLI::App* declare(CLI::App& hash) override {
    CLI::App* verb = hash.add_subcommand("test", "Which changes of a page each hash misses");
    verb->add_option("HASH", hashes_, "Only these")->type_name("");
    verb->add_option("--pages", pages_, "Pages to change; 16")
        ->type_name("N")
        ->check(CLI::Range(1, 100'000).description(""));
    verb->add_option("--versions", test_.versions, "Versions of each page; 8192")
        ->type_name("N")
        ->check(CLI::Range(2, 1'000'000).description(""));
    verb->add_option("--trace", trace_, "Pages and changes of a trace with contents")->type_name("FILE");
    form_.declare(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    InterruptWatch watch;
    test_.hashes = hashes_;
    test_.threads = std::max(1u, std::thread::hardware_concurrency());
    test_.stop = watch.token();
    if (session.seed) {
      const Parsed<std::uint64_t> seed = parse_integer(*session.seed);
      if (!seed.value) throw UsageError("--seed: " + seed.error);
      test_.seed = *seed.value;
    }
    if (trace_.empty()) {
      test_.pages = made_pages(pages_, test_.seed);
    } else {
      take_trace();
    }
    ProgressBar bar(session.progress, {});
    test_.progress = [&bar](double done) {
      bar.update([done](double elapsed_seconds) { return bar_text(done, elapsed_seconds); });
    };
    const auto hashes = test_hashes(test_);
    watch.check();
    form_.show(hash_quality_document(hashes.value()), hash_quality_tree(hashes.value()), session);
    return kExitFine;
  }

 private:
  void take_trace() {
    const Trace trace = load_trace(trace_, true);
    const TraceContents& contents = trace.contents;
    if (contents.bytes.empty()) throw UsageError(trace_ + ": has no contents; capture it with --with-contents");
    const std::size_t count = std::min<std::size_t>(pages_, contents.count);
    for (std::size_t i = 0; i < count; ++i) append(test_.pages, contents, i * contents.count / count);
    add_changes(trace);
  }
  void add_changes(const Trace& trace) {
    std::vector<TraceVm> now = trace.vms;
    for (const TraceSnapshot& snapshot : trace.snapshots) {
      for (const TraceChange& change : snapshot.changes) {
        TracePage& page = now[change.vm].regions[change.region].pages[change.page];
        const TracePage before = std::exchange(page, change.now);
        if (std::max(before, change.now) >= trace.contents.count || test_.real.size() / kPageSize >= 2 * kMostReal)
          continue;
        append(test_.real, trace.contents, before);
        append(test_.real, trace.contents, change.now);
      }
    }
  }
  static void append(std::vector<std::byte>& pages, const TraceContents& contents, std::size_t which) {
    const std::byte* const from = contents.bytes.data() + which * kPageSize;
    pages.insert(pages.end(), from, from + kPageSize);
  }

  ChangeTest test_;
  std::vector<std::string> hashes_;
  std::size_t pages_ = 16;
  std::string trace_;
  DocumentForm form_;
};

}  // namespace

std::unique_ptr<Verb> make_hash_test() { return std::make_unique<HashTest>(); }

}  // namespace ksmsim
