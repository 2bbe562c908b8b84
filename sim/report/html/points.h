#pragma once
// The points of a sweep as figures show them: by name, repeats together.
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/analysis/figures.h"
#include "ksmsim/experiment/run_result.h"

namespace ksmsim {

/// Points that differ in nothing but the setting `seed`.
struct PointGroup {
  std::string label;  ///< its values, "xxh64, 200"; axis_title() says of what
  std::string name;   ///< as it reads in a sentence: "pages_to_scan 200"
  std::vector<const PointResult*> points;
};

std::vector<PointGroup> groups_of(const RunResult& result);

struct Spread {
  double mean, least, most;
};
/// Over the group's points; nothing if one of them does not tell the figure.
std::optional<Spread> spread_of(const PointGroup& group, const Figure& figure);
/// As PointGroup's label and name, with the point's own seed.
std::string point_label(const PointResult& point);
std::string point_name(const PointResult& point);

/// What the labels are values of: "hash, pages_to_scan".
std::string axis_title(const PointResult& point);
/// "modelled", "measured": where the points' checksum times are from; then "published", where there are such.
std::vector<std::string> checksum_kinds(const RunResult& result);

/// Positions in `point.settings` of the axes but for `seed`.
std::vector<std::size_t> axes_of(const PointResult& point);
/// One point of each history: those whose counters were the same in every sample are one, whatever their times.
std::vector<const PointResult*> distinct_histories(const RunResult& result);
/// Of `result`, the point with the most saved pages; the first such.
const PointResult& most_saving(const RunResult& result);
/// Whose figure it is, for its title: ", the same for all points", ", pages_to_scan 100"; nothing if there is one
/// point.
std::string of_point(const RunResult& result, const PointResult& point);

}  // namespace ksmsim
