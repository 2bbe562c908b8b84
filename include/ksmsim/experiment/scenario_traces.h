#pragma once
// The traces that a scenario's VMs name, read once each, and what their pages are in this program's terms.
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ksmsim/config/scenario.h"
#include "ksmsim/experiment/trace_store.h"
#include "ksmsim/host/host.h"
#include "ksmsim/trace/trace.h"

namespace ksmsim {

/// A VM of a trace; valid as long as the ScenarioTraces it is from.
struct CapturedVm {
  const Trace& trace;
  const std::vector<std::uint64_t>& ranks;  ///< of the trace's contents, among all that the scenario has
  std::uint32_t number = 0;                 ///< in its trace

  const std::vector<TraceRegion>& regions() const { return trace.vms[number].regions; }
  /// Host::kNotPresent and Host::kZeroPage for pages that are so. What could not be read is left out.
  Content content(TracePage page) const {
    if (page >= kMostContents) return page == kPageZeroMapped ? Host::kZeroPage : Host::kNotPresent;
    const std::uint64_t rank = ranks[page];
    return rank == 0 ? Content() : Content::make(ContentKind::imported, rank);
  }
  std::uint64_t page_count() const;
};

class ScenarioTraces {
 public:
  /// Takes them from `store`, which reads what it has not. TraceError if one cannot be read, UsageError if one lacks a
  /// VM that the scenario names.
  ScenarioTraces(const Scenario& scenario, TraceStore& store);
  /// Reads all of them.
  explicit ScenarioTraces(const Scenario& scenario);

  CapturedVm vm(const TraceSpec& spec) const;

 private:
  std::map<std::string, std::size_t> files_;
  std::vector<std::shared_ptr<const Trace>> traces_;
  std::vector<std::vector<std::uint64_t>> ranks_;
};

}  // namespace ksmsim
