#pragma once
// A comparison's numbers, in words.
#include <string>

#include "ksmsim/analysis/compare.h"

namespace ksmsim {

/// "1413.16 ns", with repeats "1413.16 ns +- 3.10".
std::string value_text(const Figure& figure, const ComparedValue& value);
/// "-72.4 %"; "" of the baseline.
std::string change_text(const ComparedValue& value);
/// "3.63 times faster", "1.20 times slower"; "" of what is no time, and of what hardly differs.
std::string times_text(const Figure& figure, double value, double baseline);
/// "p < 0.001", "p = 0.23: may be chance"; "" without repeats.
std::string chance_text(const ComparedValue& value);
bool may_be_chance(const ComparedValue& value);
/// Do all that tell it tell the same?
bool is_equal_for_all(const ComparedFigure& figure);

}  // namespace ksmsim
