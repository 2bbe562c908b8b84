#pragma once
// Amounts of memory over time, as lines.
#include <optional>
#include <string>
#include <vector>

#include "chart.h"
#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct LineChart {
  struct Line {
    std::string name;                                 ///< in the table
    std::string label;                                ///< at its end
    std::vector<std::optional<std::uint64_t>> pages;  ///< at each time; none where another line has its point
  };
  std::vector<double> seconds;  ///< ascending
  std::vector<Line> lines;
};

inline constexpr std::size_t kMostLines = 6;  ///< more are not told apart

/// Fills in picture, data and what the script needs; `chart` has its words already.
void draw_lines(const LineChart& lines, Chart& chart);

/// At most `most` of the samples, ascending: of each span of time the two ends of what `values` took there, so that no
/// peak is lost, and the first and the last sample. `values` gives a line's value of a sample.
using SampleValue = std::uint64_t (*)(const Sample&);
std::vector<std::size_t> thinned(const std::vector<Sample>& samples, const std::vector<SampleValue>& values,
                                 std::size_t most);

}  // namespace ksmsim
