// ksmsim trace info: what a trace's memory is made of.
#include <CLI/CLI.hpp>
#include <filesystem>

#include "document_form.h"
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
    form_.declare(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const ksmsim::Trace trace = load_with_snapshot(file_, snapshot_);
    const TraceSummary summary = summarise(trace, snapshot_);
    const std::string name = std::filesystem::path(file_).filename().string();
    form_.show(trace_document(summary, name), trace_tree(summary), session);
    return kExitFine;
  }

 private:
  std::string file_;
  std::size_t snapshot_ = 0;
  DocumentForm form_;
};

}  // namespace

std::unique_ptr<Verb> make_trace_info() { return std::make_unique<TraceInfo>(); }

}  // namespace ksmsim
