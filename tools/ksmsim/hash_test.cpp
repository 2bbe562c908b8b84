// ksmsim hash test: which changes of a page each hash misses.
#include <CLI/CLI.hpp>
#include <sstream>

#include "hash.h"
#include "interrupt.h"
#include "ksmsim/hash/page_hash.h"
#include "ksmsim/report/hash_report.h"
#include "progress_bar.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(KSM takes a page with the checksum that it had before for unchanged. Versions of
pages are made in the ways that pages change, and all of them compared with each
other: 100000 versions are up to five billion changes. The versions are the same
each time, so that the result is, too.

Examples:
  ksmsim hash test
  ksmsim hash test xxh64 crc32c-sw --versions 500000
  ksmsim hash test myhash --plugin ./myhash.so)";

class HashTestVerb final : public Verb {
 public:
  CLI::App* declare(CLI::App& hash) override {
    CLI::App* verb = hash.add_subcommand("test", "Which changes of a page each hash misses");
    verb->add_option("HASH", hashes_, "Only these")->type_name("");
    verb->add_option("--versions", versions_, "Of pages, for each kind of change; 100000")
        ->type_name("N")
        ->check(CLI::Range(2, 100'000'000).description(""));
    CLI::Option* json = verb->add_flag("--json", json_, "As JSON");
    verb->add_flag("--markdown", markdown_, "As Markdown")->excludes(json);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const std::vector<std::string> names = names_that_run();
    InterruptWatch watch;
    const std::vector<HashTest> tests = test_all(names, watch, session);
    std::ostringstream out;
    if (json_) {
      out << tree_to_json(hash_test_tree(tests)) << '\n';
    } else if (markdown_) {
      write_markdown(hash_test_document(tests), out);
    } else {
      write_text(hash_test_document(tests), out, {session.console.colour_on(1)});
    }
    print(out.str());
    return kExitFine;
  }

 private:
  /// Those asked for, or all that this CPU can run.
  std::vector<std::string> names_that_run() const {
    std::vector<std::string> names;
    for (const std::string& name : hashes_.empty() ? page_hash_names() : hashes_) {
      try {
        make_page_hash(name);
        names.push_back(name);
      } catch (const UsageError&) {
        if (!hashes_.empty()) throw;
      }
    }
    return names;
  }

  std::vector<HashTest> test_all(const std::vector<std::string>& names, const InterruptWatch& watch,
                                 Session& session) const {
    ProgressBar bar(session.progress, {});
    std::vector<HashTest> tests;
    for (const std::string& name : names) {
      std::optional<HashTest> test = test_hash(name, versions_, watch.token());
      watch.check();
      tests.push_back(std::move(test.value()));
      const double done = static_cast<double>(tests.size()) / static_cast<double>(names.size());
      bar.update([done](double elapsed_seconds) { return bar_text(done, elapsed_seconds); });
    }
    return tests;
  }

  std::vector<std::string> hashes_;
  std::uint64_t versions_ = 100'000;
  bool json_ = false, markdown_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_hash_test() { return std::make_unique<HashTestVerb>(); }

}  // namespace ksmsim
