#include "stored_point.h"

#include <algorithm>
#include <sstream>

#include "ksmsim/base/error.h"

namespace ksmsim {

std::string stored_text(const PointResult& point, const Provenance& here) {
  RunResult result;
  result.points.push_back(point);
  PointResult& kept = result.points.front();
  kept.settings.clear();
  kept.scenario.name = "point";
  kept.scenario.description.clear();
  kept.scenario.reference = {};
  result.scenario = kept.scenario;
  std::ostringstream text;
  write_json(result, here, text);
  return text.str();
}

PointResult parse_stored(const std::string& text, const std::string& name, const ReadOptions& options) {
  RunResult result = read_json(text, name, options);
  if (result.points.size() != 1) throw UsageError(name + ": expected a result of one point");
  return std::move(result.points.front());
}

std::string_view lasting_part(std::string_view text) { return text.substr(0, text.rfind("\n\"meta\": ")); }

}  // namespace ksmsim
