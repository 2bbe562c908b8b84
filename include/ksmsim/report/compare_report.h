#pragma once
// Results side by side: as text, as JSON and as CSV.
#include <iosfwd>
#include <vector>

#include "ksmsim/analysis/threshold.h"
#include "ksmsim/config/tree.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

struct CompareReport {
  ResultComparison comparison;
  std::vector<CheckedThreshold> checks;
  std::vector<const Figure*> only;  ///< figures to show; all if empty
};

Document compare_document(const CompareReport& report);
Tree compare_tree(const CompareReport& report);
/// A row for each case, figure and alternative.
void write_compare_csv(const CompareReport& report, std::ostream& out);

}  // namespace ksmsim
