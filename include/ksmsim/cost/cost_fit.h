#pragma once
// From ksmd's real CPU time over work that is known to the terms of a cost profile.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ksmsim/cost/cost_profile.h"

namespace ksmsim {

/// Work of ksmd, and the CPU time that it really took.
struct CostRow {
  std::uint64_t pass = 0;  ///< full scans before it
  double checksums = 0;
  VisitAmounts amounts{};
  double real_ns = 0;
};

/// Times that cannot be less than 0: minimises the sum of weight * (times . row - target)^2. Each row as long.
std::vector<double> fit_not_negative(const std::vector<std::vector<double>>& rows, const std::vector<double>& targets,
                                     const std::vector<double>& weights);

/// `profile` with its miss time and its terms fitted to the batches of several runs. What it has of hashes and of
/// compared pages stays, and so does a term that no batch has anything of. Batches are taken together to stretches of
/// some 20,000 pages, since a single one's time is mostly noise; what varies is taken to vary as the time does.
CostProfile fit_profile(CostProfile profile, const std::string& hash, const std::vector<std::vector<CostRow>>& runs);

/// What splitting a huge page takes, from a run in which some batches split one: how much more those took than the
/// others of the same full scan, beyond what `profile` has for their visits and for what else they did. Pages of huge
/// pages are cheaper to walk over than others, so such a run tells nothing of the other terms. Nothing if no full scan
/// has both.
std::optional<double> split_ns(const CostProfile& profile, const std::string& hash, const std::vector<CostRow>& run);

double modelled_ns(const CostProfile& profile, const std::string& hash, const CostRow& row);
/// A row a full scan.
std::vector<CostRow> by_pass(const std::vector<CostRow>& batches);

}  // namespace ksmsim
