#pragma once
// The two axes of a plot: lines, ticks and what they are called.
#include <string>

#include "drawing.h"
#include "scale.h"

namespace ksmsim {

struct Axis {
  Scale scale;
  std::string title;  ///< with the unit: "time, h"
};

inline constexpr double kAxisHeight = 44;  ///< below a plot, for ticks and title

/// Ticks and title of the axis below, and a line up from each tick.
void draw_x_axis(Drawing& drawing, const Axis& axis, double top, double bottom);
/// A level line at each tick, its value left of it; the title stands above.
void draw_y_axis(Drawing& drawing, const Axis& axis, double top, double bottom);
/// How far down a value of the vertical axis is.
double down(const Axis& axis, double value, double top, double bottom);

}  // namespace ksmsim
