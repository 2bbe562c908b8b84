#pragma once
// What a visit of ksmd costs beside its checksum, term by term. A time of 0 is left out: not known, or part of another.
#include <array>
#include <cstddef>
#include <string_view>

namespace ksmsim {

/// In ns.
struct VisitTimes {
  double visit = 0, skip = 0, merged = 0, stable_step = 0, unstable_step = 0, compare = 0, compare_bytewise = 0,
         join = 0, pair = 0, zero_merge = 0, split = 0, batch = 0;
  friend bool operator==(const VisitTimes&, const VisitTimes&) = default;
};

struct VisitTerm {
  std::string_view key;  ///< in a profile, and in results
  double VisitTimes::*ns;
};

/// All of them. What each is of is told by the key table (`ksmsim explain host.cpu`).
inline constexpr std::array<VisitTerm, 12> kVisitTerms{{{"visit", &VisitTimes::visit},
                                                        {"skip", &VisitTimes::skip},
                                                        {"merged", &VisitTimes::merged},
                                                        {"stable_step", &VisitTimes::stable_step},
                                                        {"unstable_step", &VisitTimes::unstable_step},
                                                        {"compare", &VisitTimes::compare},
                                                        {"compare_bytewise", &VisitTimes::compare_bytewise},
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
