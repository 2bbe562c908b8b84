#pragma once
// What was found out of hashes, as text, as JSON and as a cost profile.
#include <string>
#include <vector>

#include "ksmsim/config/tree.h"
#include "ksmsim/cost/hash_bench.h"
#include "ksmsim/hash/missed_changes.h"
#include "ksmsim/report/document.h"
#include "ksmsim/report/report.h"

namespace ksmsim {

Document hash_bench_document(const HashBench& bench, const Provenance& here);
Tree hash_bench_tree(const HashBench& bench, const Provenance& here);
/// The profile as a file for host.cpu, with where, when and how it was measured.
std::string hash_bench_profile(const HashBench& bench, const Provenance& here);

Document hash_test_document(const std::vector<HashTest>& tests);
Tree hash_test_tree(const std::vector<HashTest>& tests);

}  // namespace ksmsim
