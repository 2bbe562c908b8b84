// ksmsim live: a scenario on this machine's own kernel, batch by batch.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "attach_option.h"
#include "ksmsim/live/live.h"
#include "ksmsim/report/report.h"
#include "result_verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Plays the scenario on this machine's KSM: a process a VM, with the same memory,
and ksmd doing one batch at a time. Takes root and Linux 5.0 or later. ksmd,
the VMs and ksmsim share one CPU, at real-time priority, while it runs.

A scenario that has anything at a time, be it contents that change, is played
in real time: it takes as long as it says. ksmd's batches come when the
simulation has them, and before each of them all pages that changed are written
to, so that its counters can be compared. What is late, because the machine is
too slow for it, is done at once, in the same order; if it was late by a second
or more, that is said. With --no-wait nothing is waited for. Other scenarios are
played as fast as it goes, and their time is ksmd's own plus its sleeps.

Afterwards all settings are as before and nothing is merged, also after Ctrl-C
or if ksmsim is killed: a second process, ksmsim-guardian, sees to it. If both
are killed, the next ksmsim live or validate restores the settings and says so.
Refuses while other processes use KSM; with --force their pages are unmerged and
take part.

With --attach no process is made. The scenario's VMs are processes that run
already, one PID a VM in file order. They must have the scenario's memory, as
captured by ksmsim trace capture, and stand still (kill -STOP); nothing is
written to them, and ksmd alone is driven. So of events only set can be played,
and no VM may start late or have contents that change. VMs and PIDs must be in
the order in which the processes first called madvise(MADV_MERGEABLE), most
likely ascending: ksmd scans them in that order, whatever is given here.
Pages just touched are taken to have left the CPUs' LRU batches: the kernel
drains those as a full scan starts. Afterwards all their pages are unmerged.
Capture while nothing is merged, and again before the next run: huge pages that
ksmd split stay so.

F may be - for stdout; the table is then left out.

Examples:
  ksmsim live scenario.yaml
  ksmsim live scenario.yaml --csv live.csv
  ksmsim live scenario.yaml --no-wait
  ksmsim live scenario.yaml --attach 4711,4712
  ksmsim validate scenario.yaml             compare it with the simulation)";

/// The table says what was measured: not the checksums.
Document live_document(const RunResult& result) {
  Document document = summarise(result);
  std::erase_if(document, [](const Block& block) { return block.heading.rfind("Checksums", 0) == 0; });
  for (Block& block : document) {
    for (Fact& fact : block.facts) {
      if (fact.label == "simulated") fact.label = "played";
    }
  }
  return document;
}

class Live final : public ResultVerb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = declare_verb(program, "live", "Play a scenario on this machine's kernel (root)");
    verb->add_flag("--no-wait", no_wait_, "As fast as it goes, not in real time");
    add_attach(*verb, live_);
    verb->add_flag("--force", live_.force, "Although other processes use KSM");
    verb->footer(kFooter);
    return verb;
  }

 private:
  RunResult play(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                 Session& session) const override {
    LiveOptions live = live_;
    live.wait = !no_wait_;
    live.notice = [&session](const std::string& text) { session.console.notice(text); };
    RunResult result = run_points(scenario, points, options, [&live](const SweepPoint& point, const RunOptions& o) {
      return run_live(point, o, live);
    });
    result.scenario.host = result.points.front().scenario.host;  // this machine, not the one to be simulated
    return result;
  }
  Document document(const RunResult& result) const override { return live_document(result); }

  bool no_wait_ = false;
  LiveOptions live_;
};

}  // namespace

std::unique_ptr<Verb> make_live() { return std::make_unique<Live>(); }

}  // namespace ksmsim
