#pragma once
// A RunResult as one HTML file that needs nothing else: figures with their data, readable without scripts, on paper and
// by a screen reader. Equal results give equal bytes but for the line that tells the provenance.
#include <iosfwd>
#include <string>

#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/report.h"

namespace ksmsim {

struct HtmlOptions {
  std::string command;     ///< that makes the report again; empty: not known
  bool provenance = true;  ///< where and when it was made
};

void write_html(const RunResult& result, const Provenance& provenance, const HtmlOptions& options, std::ostream& out);

}  // namespace ksmsim
