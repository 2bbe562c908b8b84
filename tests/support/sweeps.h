#pragma once
// Small sweeps for tests.
#include <sstream>
#include <string>

#include "ksmsim/report/report.h"
#include "ksmsim/sweep/merge.h"
#include "ksmsim/sweep/run_sweep.h"
#include "ksmsim/sweep/sqlite_file.h"

namespace ksmsim {

inline constexpr const char* kSmallSweep = R"(name: small
description: A few pages.
vms:
  - {name: a, regions: [{pages: "1..40 0*8"}]}
  - {name: b, regions: [{pages: "20..60"}]}
stop: {batches: 6}
sample: batch
sweep: {axes: {ksm.pages_to_scan: [10, 20, 30], ksm.hash: [xxh64, jhash2]}}
)";

inline SweepPlan plan_of(const std::string& yaml = kSmallSweep, const Overrides& overrides = {}) {
  return SweepPlan(SweepPoints(yaml, "small.yaml", overrides));
}

inline SweepProgress sweep_into(const std::string& folder, const SweepPlan& plan, SweepOptions options = {}) {
  SweepStore store(folder);
  const auto claim = store.claim(plan, options.shard);
  return run_sweep(plan, store, options);
}

/// All that must be the same however a sweep was run: the merged SQLite file, CSV, and JSON without its meta.
inline std::string merged_bytes(const std::vector<std::string>& folders) {
  const RunResult result = merge_stores(folders).result;
  std::ostringstream sqlite, csv, json;
  write_sqlite(result, sqlite);
  write_csv(result, csv);
  write_json(result, {}, json);
  return sqlite.str() + csv.str() + json.str().substr(0, json.str().rfind("\n\"meta\""));
}

}  // namespace ksmsim
