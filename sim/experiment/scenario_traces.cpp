#include "ksmsim/experiment/scenario_traces.h"

#include <algorithm>
#include <charconv>

#include "ksmsim/base/plugin.h"
#include "ksmsim/trace/merged_ranks.h"
#include "ksmsim/trace/trace_file.h"

namespace ksmsim {
namespace {

std::vector<std::string> names_of(const Trace& trace) {
  std::vector<std::string> names;
  for (const TraceVm& vm : trace.vms) names.push_back(vm.name);
  return names;
}

/// By name, else by number from 0.
std::uint32_t find_vm(const Trace& trace, const TraceSpec& spec) {
  const std::vector<std::string> names = names_of(trace);
  const auto named = std::find(names.begin(), names.end(), spec.vm);
  if (named != names.end()) return static_cast<std::uint32_t>(named - names.begin());
  std::uint32_t number = 0;
  const char* end = spec.vm.data() + spec.vm.size();
  const auto [stopped, error] = std::from_chars(spec.vm.data(), end, number);
  if (error == std::errc{} && stopped == end && number < names.size()) return number;
  const std::string nearest = nearest_word(spec.vm, names);
  throw UsageError("trace " + spec.written + ": " + spec.file + " has " + std::to_string(names.size()) +
                   " VMs, numbered from 0, and none is '" + spec.vm + "'" +
                   (nearest.empty() ? "" : " (did you mean '" + nearest + "'?)"));
}

}  // namespace

ScenarioTraces::ScenarioTraces(const Scenario& scenario, TraceStore& store) {
  for (const VmSpec& vm : scenario.vms) {
    if (!vm.trace) continue;
    if (files_.emplace(vm.trace->file, traces_.size()).second) traces_.push_back(store.get(vm.trace->file));
    find_vm(*traces_[files_[vm.trace->file]], *vm.trace);
  }
  std::vector<const TraceContents*> contents;
  for (const auto& trace : traces_) contents.push_back(&trace->contents);
  ranks_ = merged_ranks(contents);
}

ScenarioTraces::ScenarioTraces(const Scenario& scenario) {
  TraceStore store;
  *this = ScenarioTraces(scenario, store);
}

CapturedVm ScenarioTraces::vm(const TraceSpec& spec) const {
  const std::size_t number = files_.at(spec.file);
  return {*traces_[number], ranks_[number], find_vm(*traces_[number], spec)};
}

std::uint64_t CapturedVm::page_count() const {
  std::uint64_t pages = 0;
  for (const TraceRegion& region : regions()) pages += region.pages.size();
  return pages;
}

}  // namespace ksmsim
