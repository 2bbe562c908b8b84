#include "ksmsim/dedup/kernel.h"

#include "ksmsim/base/plugin.h"

namespace ksmsim {
namespace {

// What behaviour.md's matrix does not give is taken from the nearest version that was recorded (6.1, 6.12): LRU batches
// of 15 pages until 6.8, 31 from 6.12 on.
//                 checksum_first  zero_pages  advisor        off_by_one    reuse_in_place   unmapping_drains
//     hash               collapse_any  smart_scan  pages_scanned   sleep_zero       lru_batch       split_drops_zeros
//                                                                                                       bytewise
const std::vector<KernelTraits> kVersions{
    {"4.14", "jhash2", false, false, false, false, false, false, false, false, false, 15, true, false, true},
    {"4.20", "jhash2", false, false, false, false, false, false, false, false, false, 15, true, false, true},
    {"5.0", "xxhash", false, false, false, false, false, false, false, true, false, 15, true, false, true},
    {"5.1", "xxhash", false, false, false, false, false, false, false, true, true, 15, true, false, true},
    {"5.10", "xxhash", false, false, false, false, false, false, false, true, false, 15, true, false, true},
    {"5.15", "xxhash", false, false, false, false, false, false, false, true, false, 15, true, false, true},
    {"6.1", "xxhash", false, false, false, false, false, false, false, true, false, 15, true, false, false},
    {"6.6", "xxhash", false, false, true, false, false, true, true, true, false, 15, true, false, false},
    {"6.8", "xxhash", false, false, true, true, true, true, true, true, false, 15, true, false, false},
    {"6.12", "xxhash", true, true, true, true, true, true, false, true, false, 31, true, true, false},
    {"6.18", "xxhash", true, true, true, true, true, true, false, true, false, 31, false, true, false},
};

/// Every version is in the catalogue, for `list kernels` and the reader of scenarios.
struct Catalogued {
  Catalogued() {
    for (const KernelTraits& k : kVersions) {
      std::string text = "KSM of Linux ";
      text.append(k.version).append(": ").append(k.hash);
      text.append(k.checksum_first ? "; checksum, then stable tree" : "; stable tree, then checksum");
      if (k.zero_pages) text += "; ksm_zero_pages";
      if (k.smart_scan) text += "; smart_scan";
      if (k.advisor) text += "; advisor";
      if (k.pages_scanned_off_by_one) text += "; pages_scanned counts one too many a full batch";
      if (k.reuse_in_place) text += "; a page mapped once is written in place";
      catalogue_add({"kernel", k.version, text, {}});
    }
  }
};
const Catalogued catalogued;

}  // namespace

const std::vector<KernelTraits>& kernel_versions() { return kVersions; }

const KernelTraits& kernel_traits(const std::string& version) {
  std::vector<std::string> names;
  for (const KernelTraits& k : kVersions) {
    if (k.version == version) return k;
    names.push_back(k.version);
  }
  throw UsageError("no kernel version '" + version + "' is known (the nearest is '" + nearest_version(version, names) +
                   "'?)");
}

}  // namespace ksmsim
