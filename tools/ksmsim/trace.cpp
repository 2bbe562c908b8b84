// ksmsim trace: its own commands, one file each.
#include <CLI/CLI.hpp>

#include "commands.h"
#include "trace.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(A trace says which page of which VM held which content, at one moment or at
several. A scenario replays it: vms: [{name: vm, trace: guests.ksmtrace#0}].

  ksmsim trace capture --name qemu -o guests.ksmtrace   from running processes
  ksmsim trace import memory.elf -o guest.ksmtrace      from a memory image
  ksmsim trace info guest.ksmtrace                      what it holds
  ksmsim trace export guest.ksmtrace                    as a text page list
  ksmsim trace COMMAND --help                           more about a command

Contents are numbered in the order of their bytes; the bytes themselves are in
a trace only if --with-contents asks for them. Without them a trace tells which
pages are equal, which are zeros, and their order. It has a fingerprint of each
content, too: who guesses what a page holds can see whether he is right.)";

class Trace final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("trace", "Captured memory: capture, import, info, export");
    verb->footer(kFooter);
    commands_.declare(*verb, {make_trace_capture, make_trace_import, make_trace_info, make_trace_export});
    return verb;
  }

  int run(Session& session) override { return commands_.run(session); }

 private:
  Commands commands_;
};

}  // namespace

std::unique_ptr<Verb> make_trace() { return std::make_unique<Trace>(); }

}  // namespace ksmsim
