#pragma once
// A figure of the report: a picture, what it says in words, and its data as a table.
#include <string>
#include <vector>

#include "ksmsim/report/document.h"
#include "markup.h"

namespace ksmsim {

/// What the script needs to draw lines that can be zoomed into, from the table: all but the first column are lines.
struct ZoomableLines {
  double x_per = 1;              ///< what a cell of the first column is divided by
  double y_per = 1;              ///< what the other cells are divided by
  std::string x_title, y_title;  ///< of the axes, with units
};

struct Chart {
  std::string id;  ///< of its own in the page: letters, digits and dashes
  std::string title;
  std::string says;                ///< a sentence or two: what is to be seen
  std::vector<std::string> kinds;  ///< where its values are from: "modelled", "measured", "published", "simulated"
  Markup picture;
  std::string shape;  ///< class of its box: the room around the plot
  Markup legend;      ///< of more than one kind of mark
  Grid data;
  std::string note;  ///< what is not shown
  bool zoomable = false;
  ZoomableLines lines;  ///< if zoomable
};

Markup figure_of(const Chart& chart);
/// "modelled", "published", set apart.
Markup kind_tags(const std::vector<std::string>& kinds);
/// A legend's entry: a small picture of the mark, and what it means.
Markup legend_entry(const Markup& sample, const std::string& text);

/// A grid of at most `most` rows, in a box of its own that scrolls; a note says how many rows more there are.
Markup table_of(const Grid& grid, const std::string& name, std::size_t most);

}  // namespace ksmsim
