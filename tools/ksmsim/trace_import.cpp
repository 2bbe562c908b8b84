// ksmsim trace import: memory images, or a text page list, to a trace.
#include <CLI/CLI.hpp>

#include "interrupt.h"
#include "ksmsim/trace/trace_file.h"
#include "output.h"
#include "time_option.h"
#include "trace.h"
#include "trace_input.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(A file is a memory image, whose format is told by its content (see ksmsim list
formats), or a text page list; either may be packed by gzip or zstd. Several
images are several VMs, named by their files, or with --snapshots one VM over
time.

A page that an image leaves out is absent, which is not the same as zeros;
--gaps zero takes it for zeros. --base FILE is the image that a difference, such
as Firecracker's, is to.

Examples:
  ksmsim trace import web.elf db.elf -o guests.ksmtrace
  ksmsim trace import --snapshots --every 10s dump-*.elf -o guest.ksmtrace
  ksmsim trace import --format raw memory.bin -o guest.ksmtrace
  ksmsim trace import guests.pages.zst -o guests.ksmtrace)";

class TraceImport final : public Verb {
 public:
  CLI::App* declare(CLI::App& trace) override {
    CLI::App* verb = trace.add_subcommand("import", "A trace from memory images or a page list");
    verb->add_option("FILE", files_, "Memory images, or one page list")->type_name("")->required();
    verb->add_option("-o,--output", output_, "The trace to write")->type_name("F")->required();
    input_.declare(*verb);
    CLI::Option* snapshots = verb->add_flag("--snapshots", snapshots_.one_vm, "The images are one VM over time");
    verb->add_option("--every", every_, "Time between snapshots")->needs(snapshots)->type_name("TIME");
    verb->add_flag("--with-contents", snapshots_.contents, "Keep the bytes of contents");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    snapshots_.every = period_option("--every", every_);
    InterruptWatch watch;
    Output output(output_);
    try {
      write_trace(input_.read(files_, snapshots_, watch, session), output.stream());
    } catch (const Stopped&) {
      watch.check();
      throw;
    }
    watch.check();
    output.commit();
    return kExitFine;
  }

 private:
  std::vector<std::string> files_;
  std::string output_, every_ = "10s";
  TraceInput input_;
  TraceInput::Snapshots snapshots_;
};

}  // namespace

std::unique_ptr<Verb> make_trace_import() { return std::make_unique<TraceImport>(); }

}  // namespace ksmsim
