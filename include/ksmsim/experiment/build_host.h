#pragma once
// From a scenario's VMs to the host's memory, and what its events do there: the same for simulated and real kernels.
#include "ksmsim/config/scenario.h"
#include "ksmsim/experiment/scenario_traces.h"
#include "ksmsim/guest/trace_replay.h"
#include "ksmsim/host/host.h"

namespace ksmsim {

/// What page number `n` of the run holds; Host::kNotPresent for an absent one.
Content run_content(const PageRun& run, std::uint64_t n);
/// What a write leaves in page number `n` of those it is about.
Content written_content(const EventSpec& write, std::uint64_t n);
/// Pages of all VMs together.
std::uint64_t page_count(const Scenario& scenario, const ScenarioTraces& traces);
/// The host with all VMs of the scenario, none started.
Host build_host(const Scenario& scenario, const HostTraits& traits, const ScenarioTraces& traces);
/// Writes into a scenario how large its VMs of traces are.
void tell_memory(Scenario& scenario, const Host& host);
/// What the VM was seen doing, if it is one of a trace.
std::vector<SeenChange> seen_changes(const Scenario& scenario, const ScenarioTraces& traces, const Host& host, VmId vm);
/// What an event other than `set` does to the memory of its VM, which is alive.
void apply_to_host(const EventSpec& event, Host& host);

}  // namespace ksmsim
