#pragma once
// What a visit of ksmd costs beside its checksum, term by term. A time of 0 is left out: not known, or part of another.
#include <array>
#include <cstddef>
#include <string_view>

namespace ksmsim {

/// In ns.
struct VisitTimes {
  double visit = 0, skip = 0, merged = 0, stable_step = 0, unstable_step = 0, checksum_step = 0, table_lookup = 0,
         compare = 0, compare_bytewise = 0, join = 0, pair = 0, zero_merge = 0, split = 0, batch = 0;
  friend bool operator==(const VisitTimes&, const VisitTimes&) = default;
};

struct VisitTerm {
  std::string_view key;  ///< in a profile, and in results
  double VisitTimes::*ns;
  bool timed_alone = false;  ///< in user space; the others are fitted to ksmd's CPU time
};

/// All of them. What each is of is told by the key table (`ksmsim explain host.cpu`).
inline constexpr std::array<VisitTerm, 14> kVisitTerms{{{"visit", &VisitTimes::visit},
                                                        {"skip", &VisitTimes::skip},
                                                        {"merged", &VisitTimes::merged},
                                                        {"stable_step", &VisitTimes::stable_step},
                                                        {"unstable_step", &VisitTimes::unstable_step},
                                                        {"checksum_step", &VisitTimes::checksum_step, true},
                                                        {"table_lookup", &VisitTimes::table_lookup, true},
                                                        {"compare", &VisitTimes::compare, true},
                                                        {"compare_bytewise", &VisitTimes::compare_bytewise, true},
                                                        {"join", &VisitTimes::join},
                                                        {"pair", &VisitTimes::pair},
                                                        {"zero_merge", &VisitTimes::zero_merge},
                                                        {"split", &VisitTimes::split},
                                                        {"batch", &VisitTimes::batch}}};

/// How much there is of each term, in the order of kVisitTerms.
using VisitAmounts = std::array<double, kVisitTerms.size()>;

/// ns in all.
inline double visit_ns(const VisitTimes& times, const VisitAmounts& amounts) {
  double ns = 0;
  for (std::size_t i = 0; i < amounts.size(); ++i) ns += times.*kVisitTerms[i].ns * amounts[i];
  return ns;
}

}  // namespace ksmsim
