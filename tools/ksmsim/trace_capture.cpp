// ksmsim trace capture: a trace of running processes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <thread>

#include "capture_processes.h"
#include "interrupt.h"
#include "ksmsim/trace/trace_file.h"
#include "output.h"
#include "time_option.h"
#include "trace.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Reads what KSM would scan of the processes: present anonymous pages of mappings
that are MADV_MERGEABLE, as QEMU's guest memory is by default; with
--all-anonymous of all mappings that could be. Pages that map the host's zero
page are told apart (as root). VMs come in ascending order of their pids, which
is most likely the order in which they registered with KSM.

Each process stands still while its pages are copied and hashed, some tenths of
a second a GiB, and goes on whatever happens to ksmsim. --no-stop leaves it
running: pages are then of different moments.

Without --with-contents a trace has no memory in it but: which pages are equal,
which are zeros, their order, and a fingerprint (128 bits) of each content. Who
guesses a page's content, such as a known file's, can see that it was there.

Examples:
  ksmsim trace capture --name qemu -o guests.ksmtrace
  ksmsim trace capture --pid 4711 --pid 4712 --every 10s --for 5m \
    -o guests.ksmtrace)";

class TraceCapture final : public Verb {
 public:
  CLI::App* declare(CLI::App& trace) override {
    CLI::App* verb = trace.add_subcommand("capture", "A trace of running processes");
    processes_.declare(*verb);
    verb->add_option("-o,--output", output_, "The trace to write")->type_name("F")->required();
    CLI::Option* every = verb->add_option("--every", every_, "Time between snapshots")->type_name("TIME");
    CLI::Option* whole = verb->add_option("--for", for_, "How long snapshots are taken")->type_name("TIME");
    every->needs(whole);
    whole->needs(every);
    verb->add_flag("--with-contents", options_.contents, "Keep the bytes of contents");
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    const std::int64_t every = period_option("--every", every_).ns, whole = time_option("--for", for_).ns;
    std::vector<int> pids = processes_.pids();
    InterruptWatch watch;
    Output output(output_);
    TraceBuilder builder(options_);
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    for (std::int64_t at = 0; at <= whole && !pids.empty(); at += every) {
      wait_until(start + std::chrono::nanoseconds(at), watch);
      pids = processes_.capture(pids, Duration{at}, builder, session);
    }
    write_trace(builder.finish(), output.stream());
    watch.check();
    output.commit();
    return kExitFine;
  }

 private:
  static void wait_until(std::chrono::steady_clock::time_point time, const InterruptWatch& watch) {
    constexpr std::chrono::milliseconds kSlice{50};
    while (std::chrono::steady_clock::now() < time) {
      watch.check();
      std::this_thread::sleep_until(std::min(time, std::chrono::steady_clock::now() + kSlice));
    }
    watch.check();
  }

  ProcessChoice processes_;
  std::string output_, every_ = "10s", for_ = "0s";
  BuildOptions options_;
};

}  // namespace

std::unique_ptr<Verb> make_trace_capture() { return std::make_unique<TraceCapture>(); }

}  // namespace ksmsim
