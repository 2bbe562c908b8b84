#pragma once
// The traces that a scenario's VMs name, read once each, and what their pages are in this program's terms.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ksmsim/config/scenario.h"
#include "ksmsim/content/content.h"
#include "ksmsim/experiment/trace_store.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

class ScenarioTraces {
 public:
  /// Takes them from `store`, which reads what it has not. TraceError if one cannot be read, UsageError if one lacks a
  /// VM that the scenario names.
  ScenarioTraces(const Scenario& scenario, TraceStore& store);
  /// Reads all of them.
  explicit ScenarioTraces(const Scenario& scenario);

  bool empty() const { return files_.empty(); }
  const TraceVm& vm(const TraceSpec& spec) const;
  const std::vector<TraceSnapshot>& snapshots(const TraceSpec& spec) const;
  /// The VM's number in its trace.
  std::uint32_t vm_number(const TraceSpec& spec) const;
  /// Host::kNotPresent and Host::kZeroPage for pages that are so.
  Content content(const TraceSpec& spec, TracePage page) const;
  std::uint64_t page_count(const TraceSpec& spec) const;
  /// Pages of it that could not be read when it was made.
  std::uint64_t unreadable(const TraceSpec& spec) const;

 private:
  std::size_t number_of(const TraceSpec& spec) const { return files_.at(spec.file); }
  std::map<std::string, std::size_t> files_;
  std::vector<std::shared_ptr<const Trace>> traces_;
  std::vector<std::vector<std::uint64_t>> ranks_;
};

}  // namespace ksmsim
