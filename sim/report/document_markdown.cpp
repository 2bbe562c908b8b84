// A document as Markdown that is also readable as it is, in a mail.
#include <algorithm>
#include <ostream>

#include "ksmsim/report/document.h"
#include "lines.h"

namespace ksmsim {
namespace {

/// What Markdown would take for markup, where it matters: a cell's end, emphasis, code and tags.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '|' || c == '*' || c == '`' || c == '<' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::vector<std::size_t> column_widths(const Grid& grid) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < grid.columns.size(); ++i) {
    std::size_t width = std::max<std::size_t>(3, display_width(escaped(grid.columns[i].header)));
    for (const auto& row : grid.rows) width = std::max(width, display_width(escaped(row[i])));
    widths.push_back(width);
  }
  return widths;
}

void write_grid(const Grid& grid, std::ostream& out) {
  const std::vector<std::size_t> widths = column_widths(grid);
  const auto cell = [&](std::size_t i, const std::string& text) {
    out << "| " << pad(escaped(text), widths[i], grid.columns[i].numeric) << ' ';
  };
  for (std::size_t i = 0; i < widths.size(); ++i) cell(i, grid.columns[i].header);
  out << "|\n";
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const bool numeric = grid.columns[i].numeric;
    out << "|" << (numeric ? "-" : ":") << std::string(widths[i], '-') << (numeric ? ":" : "-");
  }
  out << "|\n";
  for (const auto& row : grid.rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) cell(i, row[i]);
    out << "|\n";
  }
}

void write_block(const Block& block, bool title, std::ostream& out) {
  bool gap = false;
  const auto part = [&] {
    if (gap) out << '\n';
    gap = true;
  };
  if (!block.heading.empty()) {
    part();
    out << (title ? "# " : "## ") << escaped(block.heading) << '\n';
  }
  for (const std::string& paragraph : block.paragraphs) {
    part();
    out << escaped(paragraph) << '\n';
  }
  if (!block.facts.empty()) part();
  for (const Fact& fact : block.facts) {
    out << "- " << escaped(fact.label) << ": " << escaped(fact.value) << '\n';
  }
  if (block.grid) {
    part();
    write_grid(*block.grid, out);
  }
}

}  // namespace

void write_markdown(const Document& document, std::ostream& out) {
  for (std::size_t i = 0; i < document.size(); ++i) {
    if (i != 0) out << '\n';
    write_block(document[i], i == 0, out);
  }
}

}  // namespace ksmsim
