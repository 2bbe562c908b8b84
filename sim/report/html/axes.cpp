#include "axes.h"

namespace ksmsim {

double down(const Axis& axis, double value, double top, double bottom) {
  return bottom - axis.scale.share(value) * (bottom - top);
}

void draw_x_axis(Drawing& drawing, const Axis& axis, double top, double bottom) {
  const Ticks& ticks = axis.scale.ticks();
  for (const double tick : ticks.at) {
    const double x = axis.scale.share(tick);
    drawing.line({x, top}, {x, bottom + 4}, "grid");
    drawing.text({x, bottom + 18}, 0, tick_text(tick, ticks.step), "tick middle");
  }
  drawing.line({0, bottom}, {1, bottom}, "axis");
  drawing.text({0.5, bottom + 38}, 0, axis.title, "axis-title middle");
}

void draw_y_axis(Drawing& drawing, const Axis& axis, double top, double bottom) {
  const Ticks& ticks = axis.scale.ticks();
  for (const double tick : ticks.at) {
    const double y = down(axis, tick, top, bottom);
    drawing.line({0, y}, {1, y}, "grid");
    drawing.text({0, y + 4}, -8, tick_text(tick, ticks.step), "tick end");
  }
  drawing.text({0, top - 14}, 0, axis.title, "axis-title y-title");
}

}  // namespace ksmsim
