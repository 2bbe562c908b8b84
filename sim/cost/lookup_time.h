#pragma once
// What other scanners than KSM search: no kernel has them, so a tree and a table of our own are timed.
#include "lap_clock.h"

namespace ksmsim {

/// ns of a weighted step (tree_walk.h) down a tree whose records, a cache line each, hold the checksums compared.
double checksum_step_ns(LapClock& clock);
/// ns to look a hash up: the bucket, and the records of its chain, a cache line each.
double table_lookup_ns(LapClock& clock);

}  // namespace ksmsim
