// ksmsim hash bench: how long each hash takes on this machine.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "document_form.h"
#include "hash.h"
#include "interrupt.h"
#include "ksmsim/cost/hash_bench.h"
#include "ksmsim/report/hash_report.h"
#include "output.h"
#include "progress_bar.h"
#include "provenance.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Hot: one page again and again, in the first-level cache. Cold: pages of a set
four times as large as the last-level cache. ksmd takes a VM's pages in order;
where they lie in memory is the host's. So cold pages are taken in order, which
prefetchers like, and scattered, as on a host that has run for long. All hashes
take turns, so that a slow moment hits each alike. If the machine was too noisy
to trust the figures, `trust` says so and why; the exit status is 0 nonetheless.

--profile-out writes the figures as a cost profile: a scenario's host.cpu: FILE.

Examples:
  ksmsim hash bench
  ksmsim hash bench xxh64 crc32c-hw --rounds 100
  ksmsim hash bench --profile-out mine.yaml
  ksmsim run scenario.yaml -s host.cpu=mine.yaml)";

constexpr std::uint32_t kQuickRounds = 10;
constexpr Duration kQuickLap = nanoseconds(200'000);

class HashBenchVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& hash) override {
    CLI::App* verb = hash.add_subcommand("bench", "How long each hash takes on this machine");
    verb->add_option("HASH", hashes_, "Only these")->type_name("");
    verb->add_option("--rounds", rounds_, "Timings of each, hot and cold; 40")
        ->type_name("N")
        ->check(CLI::Range(4, 100'000).description(""));
    verb->add_flag("--quick", quick_, "Fewer and shorter rounds: less certain");
    verb->add_option("--profile-out", profile_, "A cost profile for host.cpu")->type_name("FILE");
    form_.declare(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const std::unique_ptr<Output> profile = open_profile();
    const Provenance here = provenance_here();
    InterruptWatch watch;
    const HashBench bench = measure(watch, session);
    if (profile) {
      profile->stream() << hash_bench_profile(bench, here);
      profile->commit();
    }
    if (profile_ != "-") form_.show(hash_bench_document(bench, here), hash_bench_tree(bench, here), session);
    if (!bench.distrust.empty()) session.console.notice("this machine was too noisy to trust the figures to 5 %");
    return kExitFine;
  }

 private:
  std::unique_ptr<Output> open_profile() const {
    constexpr std::string_view kEnd = ".yaml";
    if (profile_.empty()) return nullptr;
    if (profile_ != "-" && !std::string_view(profile_).ends_with(kEnd)) {
      throw UsageError("--profile-out " + profile_ + ": expected a name that ends in .yaml, as host.cpu takes it");
    }
    return std::make_unique<Output>(profile_);
  }

  HashBench measure(const InterruptWatch& watch, Session& session) const {
    ProgressBar bar(session.progress, {});
    HashBenchOptions options;
    options.hashes = hashes_;
    if (quick_) {
      options.rounds = kQuickRounds;
      options.lap = kQuickLap;
    }
    if (rounds_ != 0) options.rounds = rounds_;
    options.stop = watch.token();
    options.progress = [&bar](double done) {
      bar.update([done](double elapsed_seconds) { return bar_text(done, elapsed_seconds); });
    };
    std::optional<HashBench> bench = bench_hashes(options);
    watch.check();
    return std::move(bench.value());
  }

  std::vector<std::string> hashes_;
  std::uint32_t rounds_ = 0;
  std::string profile_;
  bool quick_ = false;
  DocumentForm form_;
};

}  // namespace

std::unique_ptr<Verb> make_hash_bench() { return std::make_unique<HashBenchVerb>(); }

}  // namespace ksmsim
