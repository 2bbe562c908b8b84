#pragma once
// The numbers of a point by name: what comparisons, thresholds, plots of a sweep and progress bars speak of. Names are
// those of the result's JSON.
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

struct Figure {
  enum class Better : std::uint8_t { less, more, neither };
  std::string_view name;     ///< "checksum.mean_ns"
  std::string_view unit;     ///< "ns", "s", "%", "pages", "bytes", or empty for a plain count
  std::string_view meaning;  ///< a few words
  Better better = Better::neither;
  /// Nothing where the run did not tell.
  std::optional<double> (*value)(const PointResult&) = nullptr;
};

/// All of them, in the order in which they are shown.
std::span<const Figure> figures();
/// UsageError with the nearest name if there is none of that name. "mean_ns" alone is enough where it is the only one.
const Figure& find_figure(std::string_view name);

}  // namespace ksmsim
