// A document for a terminal of 80 columns.
#include <algorithm>
#include <ostream>

#include "ksmsim/report/document.h"
#include "lines.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWidth = 80, kIndent = 2, kGap = 2, kLongestCell = 32;
constexpr const char* kBold = "\033[1m";
constexpr const char* kDim = "\033[2m";
constexpr const char* kPlain = "\033[0m";

void write_styled(std::ostream& out, const std::string& text, const char* code, bool colour) {
  if (colour) {
    out << code << text << kPlain << '\n';
  } else {
    out << text << '\n';
  }
}

void write_facts(const std::vector<Fact>& facts, std::ostream& out) {
  std::size_t labels = 0;
  for (const Fact& fact : facts) labels = std::max(labels, display_width(fact.label));
  for (const Fact& fact : facts) {
    std::string label = pad(printable(fact.label), labels, false);
    for (const std::string& line : wrap(printable(fact.value), kWidth - kIndent - labels - kGap)) {
      out << std::string(kIndent, ' ') << label << std::string(kGap, ' ') << line << '\n';
      label = std::string(labels, ' ');
    }
  }
}

/// A grid's cells as they are printed, header first, and the columns' widths.
struct Cells {
  std::vector<std::vector<std::string>> lines;
  std::vector<std::size_t> widths;

  explicit Cells(const Grid& grid) : widths(grid.columns.size(), 0) {
    std::vector<std::string> header;
    for (const Grid::Column& column : grid.columns) header.push_back(column.header);
    add(header);
    for (const auto& row : grid.rows) add(row);
  }

 private:
  void add(const std::vector<std::string>& row) {
    std::vector<std::string>& line = lines.emplace_back();
    for (std::size_t i = 0; i < widths.size(); ++i) {
      line.push_back(cut(printable(row[i]), kLongestCell));
      widths[i] = std::max(widths[i], display_width(line.back()));
    }
  }
};

/// Which columns stand side by side: all, or as many as fit, each part led by the keys.
std::vector<std::vector<std::size_t>> split(const Grid& grid, const Cells& cells) {
  std::vector<std::size_t> keys;
  std::size_t key_width = kIndent;
  for (std::size_t i = 0; i < std::min(grid.keys, grid.columns.size()); ++i) {
    keys.push_back(i);
    key_width += cells.widths[i] + kGap;
  }
  std::vector<std::vector<std::size_t>> parts{keys};
  std::size_t used = key_width;
  for (std::size_t i = keys.size(); i < grid.columns.size(); ++i) {
    if (used + cells.widths[i] > kWidth && parts.back().size() > keys.size()) {
      parts.push_back(keys);
      used = key_width;
    }
    parts.back().push_back(i);
    used += cells.widths[i] + kGap;
  }
  return parts;
}

std::string grid_line(const Grid& grid, const Cells& cells, const std::vector<std::size_t>& part,
                      const std::vector<std::string>& row) {
  std::string line(kIndent, ' ');
  for (const std::size_t i : part) {
    line += pad(row[i], cells.widths[i], grid.columns[i].numeric) + std::string(kGap, ' ');
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

void write_grid(const Grid& grid, std::ostream& out) {
  const Cells cells(grid);
  bool first = true;
  for (const auto& part : split(grid, cells)) {
    if (!first) out << '\n';
    first = false;
    for (const auto& row : cells.lines) {
      const std::string line = grid_line(grid, cells, part, row);
      if (!line.empty()) out << line << '\n';
    }
  }
}

void write_block(const Block& block, std::ostream& out, TextStyle style) {
  if (!block.heading.empty()) {
    for (const std::string& line : wrap(printable(block.heading), kWidth)) {
      write_styled(out, line, kBold, style.colour);
    }
  }
  for (const std::string& paragraph : block.paragraphs) {
    for (const std::string& line : wrap(printable(paragraph), kWidth)) {
      write_styled(out, line, kDim, style.colour && block.aside);
    }
  }
  write_facts(block.facts, out);
  if (!block.grid) return;
  if (!block.facts.empty()) out << '\n';
  write_grid(*block.grid, out);
}

}  // namespace

void write_text(const Document& document, std::ostream& out, TextStyle style) {
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (i != 0) out << '\n';
    write_block(document[i], out, style);
  }
}

}  // namespace ksmsim
