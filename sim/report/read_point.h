#pragma once
// A point of a result, from its JSON.
#include "json_member.h"
#include "ksmsim/experiment/run_result.h"
#include "sample_rows.h"

namespace ksmsim {

/// All of it but its scenario and meta.
PointResult read_point(const Member& from, SampleRows& rows);

}  // namespace ksmsim
