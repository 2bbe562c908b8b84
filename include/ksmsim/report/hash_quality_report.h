#pragma once
// What hashes miss of changes, as text and as JSON.
#include <vector>

#include "ksmsim/config/tree.h"
#include "ksmsim/hash/missed_changes.h"
#include "ksmsim/report/document.h"

namespace ksmsim {

Document hash_quality_document(const std::vector<HashQuality>& hashes);
Tree hash_quality_tree(const std::vector<HashQuality>& hashes);

}  // namespace ksmsim
