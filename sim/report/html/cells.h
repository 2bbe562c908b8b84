#pragma once
// A grid of cells whose colour is the stronger the more they stand for: heat maps and the sharing matrix.
#include <optional>
#include <string>
#include <vector>

#include "markup.h"

namespace ksmsim {

struct Cells {
  struct Cell {
    std::optional<double> value;  ///< none: nothing is known
    std::string text;
  };
  std::vector<std::string> columns, rows;
  std::string column_title, row_title;
  std::vector<std::vector<Cell>> cells;  ///< [row][column]
  bool from_zero = true;                 ///< the lightest is 0; else the least value
};

Markup draw_cells(const Cells& cells, const std::string& id, const std::string& title, const std::string& description);
/// Class of the box that has room for them.
std::string cells_shape(const Cells& cells);

}  // namespace ksmsim
