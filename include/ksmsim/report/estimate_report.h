#pragma once
// What KSM would do to captured memory, in one screen.
#include "ksmsim/analysis/settling.h"
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/document.h"
#include "ksmsim/trace/trace_summary.h"

namespace ksmsim {

/// What is known of the machine that the estimate is for.
struct EstimatedHost {
  bool is_here = false;  ///< its settings are this machine's
  bool off = false;      ///< KSM does not run on it
};

Document estimate_document(const PointResult& point, const TraceSummary& memory, const Settling& settling,
                           EstimatedHost host);

}  // namespace ksmsim
