// ksmsim trace info: what a trace's memory is made of.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <sstream>

#include "ksmsim/report/report.h"
#include "ksmsim/report/trace_report.h"
#include "ksmsim/trace/trace_file.h"
#include "trace.h"
#include "trace_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter = R"(Examples:
  ksmsim trace info guests.ksmtrace
  ksmsim trace info guests.ksmtrace --snapshot 3 --json)";

class TraceInfo final : public Verb {
 public:
  CLI::App* declare(CLI::App& trace) override {
    CLI::App* verb = trace.add_subcommand("info", "What a trace's memory is made of");
    verb->add_option("TRACE", file_, "A trace, or a text page list")->type_name("")->required();
    verb->add_option("--snapshot", snapshot_, "Which one; 0 is the first")->type_name("N");
    CLI::Option* json = verb->add_flag("--json", json_, "As JSON");
    verb->add_flag("--markdown", markdown_, "As Markdown")->excludes(json);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const ksmsim::Trace trace = load_with_snapshot(file_, snapshot_);
    const TraceSummary summary = summarise(trace, snapshot_);
    const Document document = trace_document(summary, std::filesystem::path(file_).filename().string());
    std::ostringstream out;
    if (json_) {
      out << tree_to_json(trace_tree(summary)) << '\n';
    } else if (markdown_) {
      write_markdown(document, out);
    } else {
      write_text(document, out, {session.console.colour_on(1)});
    }
    print(out.str());
    return kExitFine;
  }

 private:
  std::string file_;
  std::size_t snapshot_ = 0;
  bool json_ = false, markdown_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_trace_info() { return std::make_unique<TraceInfo>(); }

}  // namespace ksmsim
