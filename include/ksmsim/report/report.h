#pragma once
// A RunResult as text. Equal results give equal bytes; only what is marked as meta may differ
// between equal runs. Failures to write show in the stream's state.
#include <iosfwd>
#include <string>

#include "ksmsim/config/tree.h"
#include "ksmsim/experiment/run_result.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

/// Where and when a result came to be; printed in the JSON's `meta` as it is.
struct Provenance {
  std::string version;  ///< of ksmsim
  std::string machine;  ///< CPU model
  std::string kernel;   ///< release of the running system
  std::string date;     ///< ISO 8601
};

/// What people read: one point in full, or several compared.
Document summarise(const RunResult& result);
/// A row a sample, all points one after the other; the sweep's settings are the last columns.
void write_csv(const RunResult& result, std::ostream& out);
/// One document, version 1 (README, "Results"); a line a member and a line a sample.
void write_json(const RunResult& result, const Provenance& provenance, std::ostream& out);

/// The tree as indented JSON, keys in their order, without a newline at the end.
std::string tree_to_json(const Tree& tree);

}  // namespace ksmsim
