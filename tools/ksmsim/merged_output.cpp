#include "merged_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "ksmsim/report/report.h"
#include "ksmsim/sweep/merge.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostNamed = 10;

void tell(const std::vector<std::string>& points, const char* what, std::size_t all, Console& console) {
  if (points.empty()) return;
  console.error(fmt::format("{} of {} points {}:", points.size(), all, what));
  for (std::size_t i = 0; i < std::min(points.size(), kMostNamed); ++i) console.error("  " + points[i]);
  if (points.size() > kMostNamed) console.error(fmt::format("  and {} more", points.size() - kMostNamed));
}

}  // namespace

void open_merged(Outputs& outputs, const ResultFiles& files, const std::string& command, const Session& session) {
  files.open(outputs, command);
  if (outputs.has_standard_output()) return;
  const TextStyle style{session.console.colour_on(STDOUT_FILENO)};
  outputs.add("-", [style](const RunResult& result, std::ostream& out) { write_text(summarise(result), out, style); });
}

int write_merged(const std::vector<std::string>& folders, Outputs& outputs, const InterruptWatch& watch,
                 Session& session) {
  const Merged merged = merge_stores(folders);
  if (merged.measured_twice > 0) {
    session.console.notice(fmt::format("{} points were measured more than once; the first store's figures are taken",
                                       merged.measured_twice));
  }
  tell(merged.missing, "are not run yet", merged.points, session.console);
  tell(merged.failed, "failed", merged.points, session.console);
  if (!merged.result.points.empty()) outputs.write(merged.result, watch);
  return merged.complete() ? kExitFine : kExitFailedPoints;
}

}  // namespace ksmsim
