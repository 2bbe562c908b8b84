#pragma once
// A point's result as a store keeps it: a result document of its own (report/report.h), without what its plan knows.
#include <string>
#include <string_view>

#include "ksmsim/report/read_result.h"
#include "ksmsim/report/report.h"

namespace ksmsim {

std::string stored_text(const PointResult& point, const Provenance& here);
/// UsageError if it is none. `name` is for messages.
PointResult parse_stored(const std::string& text, const std::string& name, const ReadOptions& options);
/// All but what may differ between equal runs.
std::string_view lasting_part(std::string_view text);

}  // namespace ksmsim
