// Two histories around their first difference, as text.
#include <algorithm>

#include "ksmsim/live/history.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWidth = 80, kBefore = 3, kAfter = 2;

/// Heads of columns: the name without what all of them share.
std::string short_name(const std::string& name) {
  for (const char* prefix : {"pages_", "stable_node_", "general_", "ksm_"}) {
    if (name.rfind(prefix, 0) == 0) return name.substr(std::string(prefix).size());
  }
  return name;
}

/// One side's rows, as cells.
struct Block {
  const History& history;
  std::size_t first, end;
  bool has(std::size_t row) const { return row < history.rows.size(); }
  std::string cell(std::size_t row, const std::string& column) const {
    return has(row) ? std::to_string(history.rows[row][*history.column(column)]) : "-";
  }
  std::size_t width(const std::string& column) const {
    std::size_t widest = short_name(column).size();
    for (std::size_t row = first; row < end; ++row) widest = std::max(widest, cell(row, column).size());
    return widest + 1;
  }
};

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

class Window {
 public:
  Window(const History& a, const History& b, const Comparison& c)
      : at_(c.first->row),
        a_{a, at_ - std::min(at_, kBefore), std::min(at_ + kAfter + 1, c.rows)},
        b_{b, a_.first, a_.end} {
    choose(c);
  }
  std::string text(const std::string& a_name, const std::string& b_name) const {
    return block(a_, a_name) + block(b_, b_name);
  }

 private:
  std::size_t width(const std::string& column) const { return std::max(a_.width(column), b_.width(column)); }
  bool differs(const std::string& column) const {
    for (std::size_t row = a_.first; row < a_.end; ++row) {
      if (a_.cell(row, column) != b_.cell(row, column)) return true;
    }
    return false;
  }
  /// All columns if they fit; else those that differ come first, and what does not fit is left out.
  void choose(const Comparison& c) {
    std::vector<std::string> wanted;
    const auto add = [&](bool differing) {
      for (const std::string& name : c.columns) {
        if (name != "batch" && name != c.first->column && differs(name) == differing) wanted.push_back(name);
      }
    };
    if (!c.first->column.empty() && c.first->column != "batch") wanted.push_back(c.first->column);
    add(true);
    add(false);
    if (a_.history.column("batch") && b_.history.column("batch")) wanted.insert(wanted.begin(), "batch");
    std::size_t used = 1;
    std::vector<std::string> kept;
    for (const std::string& name : wanted) {
      if (used + width(name) > kWidth) continue;
      used += width(name);
      kept.push_back(name);
    }
    for (const std::string& name : c.columns) {
      if (std::find(kept.begin(), kept.end(), name) != kept.end()) columns_.push_back(name);
    }
  }
  std::string block(const Block& block, const std::string& name) const {
    std::string text = "  " + name + "\n ";
    for (const std::string& column : columns_) text += padded(short_name(column), width(column));
    text += '\n';
    for (std::size_t row = block.first; row < block.end; ++row) {
      text += row == at_ ? '>' : ' ';
      for (const std::string& column : columns_) text += padded(block.cell(row, column), width(column));
      text += '\n';
    }
    return text;
  }

  std::size_t at_;
  Block a_, b_;
  std::vector<std::string> columns_;
};

}  // namespace

std::string difference_text(const History& a, const std::string& a_name, const History& b, const std::string& b_name,
                            const Comparison& comparison) {
  if (comparison.same()) return "";
  return Window(a, b, comparison).text(a_name, b_name);
}

}  // namespace ksmsim
