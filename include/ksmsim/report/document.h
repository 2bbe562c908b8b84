#pragma once
// A page of text before it is laid out: headings, facts and grids. Two layouts: a terminal's, 80
// columns wide, and Markdown. Control characters never reach the output.
#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace ksmsim {

struct Grid {
  struct Column {
    std::string header;
    bool numeric = true;  ///< right-aligned
  };
  std::vector<Column> columns;
  std::size_t keys = 1;                        ///< leading columns that name a row; repeated where a wide grid is split
  std::vector<std::vector<std::string>> rows;  ///< a cell a column
};

struct Fact {
  std::string label, value;
};

struct Block {
  std::string heading;
  std::vector<std::string> paragraphs;
  std::vector<Fact> facts;
  std::optional<Grid> grid;
  bool aside = false;  ///< of less weight: dim in a terminal that can
};

using Document = std::vector<Block>;

struct TextStyle {
  bool colour = false;  ///< bold headings, dim asides
};

void write_text(const Document& document, std::ostream& out, TextStyle style = {});
void write_markdown(const Document& document, std::ostream& out);

}  // namespace ksmsim
