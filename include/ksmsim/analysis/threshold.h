#pragma once
// Conditions on figures, for checks in CI: "checksum.mean_ns < 1500", "ksmd.cpu_percent <= 5%", "saved_pages < -2%".
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/analysis/compare.h"

namespace ksmsim {

class Threshold {
 public:
  /// FIGURE, one of < <= > >= == !=, and a number in the figure's unit, a quantity ("1.5us", "2GiB"), or, with a sign
  /// and a per cent sign, a change against the baseline ("+5%"). UsageError.
  explicit Threshold(std::string_view text);

  const std::string& text() const { return text_; }
  const Figure& figure() const { return *figure_; }
  bool of_change() const { return of_change_; }
  bool holds(double value) const;

 private:
  enum class Relation { less, at_most, more, at_least, equal, other };
  Relation relation_ = Relation::less;
  void read_limit(std::string_view limit);

  std::string text_;
  const Figure* figure_ = nullptr;
  double limit_ = 0;
  bool of_change_ = false;
};

struct CheckedThreshold {
  std::string condition;
  bool forbidden = false;          ///< it must not hold anywhere, else it must hold everywhere
  std::vector<std::string> where;  ///< each place where it is not as it must be, with the figure; empty: fine
};

/// Of a change, every alternative but the baseline is looked at. A figure that is not told, or a change from 0, is not
/// as it must be.
CheckedThreshold check_threshold(const ResultComparison& comparison, const Threshold& threshold, bool forbidden);

}  // namespace ksmsim
