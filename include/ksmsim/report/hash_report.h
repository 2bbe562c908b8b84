#pragma once
// What was measured of hashes, as text, as JSON and as a cost profile.
#include <string>

#include "ksmsim/config/tree.h"
#include "ksmsim/cost/hash_bench.h"
#include "ksmsim/report/document.h"
#include "ksmsim/report/report.h"

namespace ksmsim {

Document hash_bench_document(const HashBench& bench, const Provenance& here);
Tree hash_bench_tree(const HashBench& bench, const Provenance& here);
/// The profile as a file for host.cpu, with where, when and how it was measured.
std::string hash_bench_profile(const HashBench& bench, const Provenance& here);

}  // namespace ksmsim
