#include "cells.h"

#include <fmt/format.h>

#include <algorithm>

#include "../lines.h"
#include "drawing.h"

namespace ksmsim {
namespace {

constexpr double kTop = 44, kRow = 30;
constexpr std::size_t kShades = 8, kLongestLabel = 16;
constexpr std::size_t kWideCells = 8;  // more columns get narrow cells

/// 0 to kShades - 1, the darkest.
class Shades {
 public:
  explicit Shades(const Cells& cells) {
    bool first = true;
    for (const auto& row : cells.cells) {
      for (const Cells::Cell& cell : row) {
        if (!cell.value) continue;
        least_ = first ? *cell.value : std::min(least_, *cell.value);
        most_ = first ? *cell.value : std::max(most_, *cell.value);
        first = false;
      }
    }
    if (cells.from_zero) least_ = std::min(least_, 0.0);
  }
  std::size_t of(double value) const {
    if (most_ <= least_) return 0;
    const double share = (value - least_) / (most_ - least_);
    return std::min(kShades - 1, static_cast<std::size_t>(share * static_cast<double>(kShades)));
  }

 private:
  double least_ = 0, most_ = 0;
};

}  // namespace

std::string cells_shape(const Cells& cells) {
  const std::size_t columns = cells.columns.size();
  return columns <= 4 ? "cells few" : columns <= kWideCells ? "cells" : "cells many";
}

Markup draw_cells(const Cells& cells, const std::string& id, const std::string& title, const std::string& description) {
  const Shades shades(cells);
  const double width = 1.0 / static_cast<double>(cells.columns.size());
  Drawing drawing(kTop + kRow * static_cast<double>(cells.rows.size()) + 6);
  const std::size_t room = cells.columns.size() <= kWideCells ? kLongestLabel : 7;
  drawing.text({0, 14}, 0, cells.column_title, "axis-title");
  drawing.text({0, kTop - 10}, -8, cells.row_title, "axis-title end");
  for (std::size_t column = 0; column < cells.columns.size(); ++column) {
    drawing.text({(static_cast<double>(column) + 0.5) * width, kTop - 10}, 0, cut(cells.columns[column], room),
                 "row middle");
  }
  for (std::size_t row = 0; row < cells.rows.size(); ++row) {
    const double top = kTop + kRow * static_cast<double>(row);
    drawing.text({0, top + 20}, -8, cut(cells.rows[row], kLongestLabel), "row end");
    for (std::size_t column = 0; column < cells.columns.size(); ++column) {
      const Cells::Cell& cell = cells.cells[row][column];
      const double left = static_cast<double>(column) * width;
      const std::string shade = cell.value ? fmt::format("{}", shades.of(*cell.value)) : "none";
      drawing.bar({left, top}, width, kRow, "cell q" + shade);
      drawing.text({left + width / 2, top + 20}, 0, cell.text, "middle cell-text t" + shade);
    }
  }
  return drawing.svg(id, title, description);
}

}  // namespace ksmsim
