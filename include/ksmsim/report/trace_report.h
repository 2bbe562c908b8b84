#pragma once
// A trace's summary as text and as JSON.
#include <string>

#include "ksmsim/config/tree.h"
#include "ksmsim/report/document.h"
#include "ksmsim/trace/trace_summary.h"

namespace ksmsim {

Document trace_document(const TraceSummary& summary, const std::string& name);
Tree trace_tree(const TraceSummary& summary);

}  // namespace ksmsim
