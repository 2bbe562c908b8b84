// ksmsim estimate: what KSM would do to the memory of running processes, or of images.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <sstream>

#include "capture_processes.h"
#include "document_form.h"
#include "interrupt.h"
#include "ksmsim/analysis/settling.h"
#include "ksmsim/experiment/run.h"
#include "ksmsim/live/live.h"
#include "ksmsim/report/estimate_report.h"
#include "ksmsim/trace/trace_file.h"
#include "progress_bar.h"
#include "trace_input.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Reads the memory of processes (see ksmsim trace capture), or memory images, a
trace or a page list (see ksmsim trace import), and simulates KSM over it with
this machine's kernel and settings until six full scans. Nothing is switched
on, and no process is changed.

Examples:
  ksmsim estimate --name qemu
  ksmsim estimate --pid 4711 --all-anonymous -s ksm.pages_to_scan=1000
  ksmsim estimate web.elf db.elf
  ksmsim estimate guests.ksmtrace -s host.kernel=6.1)";

constexpr const char* kFile = "memory";
constexpr std::uint64_t kFullScans = 6, kSamplesAScan = 100;

using Tunables = std::vector<std::pair<std::string, std::string>>;

/// How long a full scan takes at least; samples are so far apart that there are some hundreds.
Duration sample_distance(std::uint64_t pages, const Tunables& here) {
  std::uint64_t scanned = 100, sleep = 20;
  for (const auto& [name, value] : here) {
    if (name == "pages_to_scan") scanned = std::max<std::uint64_t>(std::strtoull(value.c_str(), nullptr, 10), 1);
    if (name == "sleep_millisecs") sleep = std::max<std::uint64_t>(std::strtoull(value.c_str(), nullptr, 10), 1);
  }
  const std::uint64_t batches = pages / scanned / kSamplesAScan;
  return milliseconds(static_cast<std::int64_t>(std::max<std::uint64_t>(batches * sleep, 1)));
}

std::string scenario_text(const TraceSummary& memory, const Tunables& here) {
  std::ostringstream yaml;
  yaml << "name: estimate\nhost: {kernel: \"" << kernel_here() << "\", cpu: host}\n";
  yaml << "vms:\n";
  for (std::size_t i = 0; i < memory.vms.size(); ++i) {
    yaml << "  - {name: vm" << i << ", trace: \"" << kFile << "#" << i << "\"}\n";
  }
  yaml << "stop: {full_scans: " << kFullScans << "}\n";
  yaml << "sample: " << sample_distance(memory.all.present, here).ns / 1000000 << "ms\n";
  return yaml.str();
}

class Estimate final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("estimate", "What KSM would save of memory as it is now");
    verb->add_option("FILE", files_, "Memory images, a trace or a page list")->type_name("");
    processes_.declare(*verb);
    input_.declare(*verb);
    verb->add_option("-s,--set", settings_, "In place of this machine's settings")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
    form_.declare_markdown(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    if (files_.empty() == !processes_.any_given()) {
      throw UsageError("estimate: memory of which processes (--pid, --name), or of which files?");
    }
    const Overrides overrides = overrides_of(settings_, session);
    InterruptWatch watch;
    try {
      estimate(overrides, watch, session);
    } catch (const Interrupted&) {
      watch.check();
      throw;
    } catch (const Stopped&) {
      watch.check();
      throw;
    }
    return kExitFine;
  }

 private:
  void estimate(const Overrides& overrides, const InterruptWatch& watch, Session& session) {
    ksmsim::Trace trace = memory(watch, session);
    const TraceSummary summary = summarise(trace);
    if (summary.all.present == 0) throw UsageError("estimate: there is no page that KSM would scan");
    const Tunables tunables = ksm_settings_here();
    SweepPoint point{{}, parse_scenario(scenario_text(summary, tunables), "estimate", overrides)};
    Scenario& scenario = point.scenario;
    const bool here = scenario.host.kernel == kernel_here() && !tunables.empty();
    if (here) set_as_here(scenario.ksm, tunables, overrides);
    RunOptions options;
    options.stop = watch.token();
    options.traces = std::make_shared<TraceStore>();
    options.traces->put(scenario.vms.front().trace->file, std::move(trace));  // all VMs are of it
    ProgressBar bar(session.progress, {"simulating"});
    options.progress = [&bar](const Progress& progress) { bar.update(progress); };
    const PointResult result = run_point(point, options);
    form_.show(estimate_document(result, summary, settling_of(result.samples), {here, here && !ksm_runs_here()}),
               session);
  }

  /// What the command line sets comes last and wins.
  static void set_as_here(KsmSpec& ksm, Tunables tunables, const Overrides& overrides) {
    for (const auto& given : overrides) {
      std::erase_if(tunables, [&](const auto& tunable) { return "ksm." + tunable.first == given.first; });
    }
    ksm.tunables.insert(ksm.tunables.begin(), tunables.begin(), tunables.end());
  }

  ksmsim::Trace memory(const InterruptWatch& watch, Session& session) {
    if (!files_.empty()) return input_.read(files_, {}, watch, session);
    TraceBuilder builder;
    processes_.capture(processes_.pids(), {}, builder, session);
    return builder.finish();
  }

  std::vector<std::string> files_, settings_;
  ProcessChoice processes_;
  TraceInput input_;
  DocumentForm form_;
};

}  // namespace

std::unique_ptr<Verb> make_estimate() { return std::make_unique<Estimate>(); }

}  // namespace ksmsim
