#pragma once
// Counters sample by sample as a table, from wherever they come, and whether two of them are the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct History {
  std::vector<std::string> columns;             ///< "batch", "full_scans", ...
  std::vector<std::vector<std::int64_t>> rows;  ///< a value a column
  std::optional<std::size_t> column(const std::string& name) const;
};

/// The batch and all counters; without the columns in `missing`.
History history_of(const std::vector<Sample>& samples, const std::vector<std::string>& missing = {});
/// CSV of integers with a line of names; lines that start with # and empty ones are skipped. Error: `name`:LINE: why.
History parse_history(const std::string& csv, const std::string& name);

struct Comparison {
  struct Difference {
    std::size_t row = 0;
    std::string column;  ///< the first that differs; empty: only one of them has this row
  };
  std::vector<std::string> columns;  ///< that both have
  std::size_t rows = 0;              ///< of the longer one
  std::size_t rows_differing = 0;
  std::optional<Difference> first;
  bool same() const { return !first; }
};

/// Row by row, in the columns that both have.
Comparison compare(const History& a, const History& b);
/// Both around the first difference, 3 rows before to 2 after, in lines of at most 80 columns; empty if there is none.
std::string difference_text(const History& a, const std::string& a_name, const History& b, const std::string& b_name,
                            const Comparison& comparison);

}  // namespace ksmsim
