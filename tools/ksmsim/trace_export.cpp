// ksmsim trace export: a trace as a text page list.
#include <CLI/CLI.hpp>

#include "ksmsim/trace/trace_file.h"
#include "output.h"
#include "trace.h"
#include "trace_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(The list has a line for each region and one for its pages: a content's number or
- for a page that is not present. VMs are numbered from 0.

Examples:
  ksmsim trace export guests.ksmtrace | head
  ksmsim trace export guests.ksmtrace --snapshot 3 -o guests.pages)";

class TraceExport final : public Verb {
 public:
  CLI::App* declare(CLI::App& trace) override {
    CLI::App* verb = trace.add_subcommand("export", "A trace as a text page list");
    verb->add_option("TRACE", file_, "The trace")->type_name("")->required();
    verb->add_option("-o,--output", output_, "In place of stdout")->type_name("F");
    verb->add_option("--snapshot", snapshot_, "Which one; 0 is the first")->type_name("N");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session&) override {
    const ksmsim::Trace trace = load_with_snapshot(file_, snapshot_);
    Output output(output_);
    write_text_list(trace, snapshot_, output.stream());
    output.commit();
    return kExitFine;
  }

 private:
  std::string file_, output_ = "-";
  std::size_t snapshot_ = 0;
};

}  // namespace

std::unique_ptr<Verb> make_trace_export() { return std::make_unique<TraceExport>(); }

}  // namespace ksmsim
