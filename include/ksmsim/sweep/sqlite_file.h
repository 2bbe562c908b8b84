#pragma once
// A result as one SQLite 3 file, for queries. Tables: `sweep` (name, description, scenario as YAML), `points` (a row a
// point: what it sets, then its figures by name; NULL where the run did not tell), `samples`, `vms`, `sharing` (a row a
// VM that holds a group of merged contents).
#include <iosfwd>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// The same bytes for equal results, by the same SQLite.
void write_sqlite(const RunResult& result, std::ostream& out);

}  // namespace ksmsim
