#include "ksmsim/live/history.h"

#include <algorithm>
#include <charconv>
#include <sstream>

#include "ksmsim/base/error.h"

namespace ksmsim {
namespace {

struct Column {
  const char* name;
  std::int64_t (*of)(const Sample&);
};

template <auto Counter>
std::int64_t counter(const Sample& s) {
  return static_cast<std::int64_t>(s.counters.*Counter);
}

constexpr Column kColumns[] = {
    {"batch", [](const Sample& s) { return static_cast<std::int64_t>(s.batch); }},
    {"full_scans", counter<&KsmCounters::full_scans>},
    {"pages_scanned", counter<&KsmCounters::pages_scanned>},
    {"pages_skipped", counter<&KsmCounters::pages_skipped>},
    {"pages_shared", counter<&KsmCounters::pages_shared>},
    {"pages_sharing", counter<&KsmCounters::pages_sharing>},
    {"pages_unshared", counter<&KsmCounters::pages_unshared>},
    {"pages_volatile", counter<&KsmCounters::pages_volatile>},
    {"ksm_zero_pages", counter<&KsmCounters::ksm_zero_pages>},
    {"stable_node_chains", counter<&KsmCounters::stable_node_chains>},
    {"stable_node_dups", counter<&KsmCounters::stable_node_dups>},
    {"general_profit", counter<&KsmCounters::general_profit>},
};

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

std::int64_t integer(const std::string& cell, const std::string& place) {
  std::int64_t value = 0;
  const auto [rest, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error == std::errc{} && rest == cell.data() + cell.size()) return value;
  throw UsageError(place + ": expected an integer, got '" + cell + "'");
}

std::vector<std::int64_t> integers(const std::vector<std::string>& cells, const std::string& place) {
  std::vector<std::int64_t> row;
  for (const std::string& cell : cells) row.push_back(integer(cell, place));
  return row;
}

/// The first of `columns` in which the rows of that number differ; "" if one of them is missing, nothing if all agree.
std::optional<std::string> difference_in(const History& a, const History& b, std::size_t row,
                                         const std::vector<std::string>& columns) {
  if (row >= a.rows.size() || row >= b.rows.size()) return "";
  for (const std::string& name : columns) {
    if (a.rows[row][*a.column(name)] != b.rows[row][*b.column(name)]) return name;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> History::column(const std::string& name) const {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - columns.begin());
}

History history_of(const std::vector<Sample>& samples, const std::vector<std::string>& missing) {
  History h;
  h.rows.resize(samples.size());
  for (const Column& column : kColumns) {
    if (std::find(missing.begin(), missing.end(), column.name) != missing.end()) continue;
    h.columns.emplace_back(column.name);
    for (std::size_t i = 0; i < samples.size(); ++i) h.rows[i].push_back(column.of(samples[i]));
  }
  return h;
}

History parse_history(const std::string& csv, const std::string& name) {
  History h;
  std::istringstream in(csv);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || line.front() == '#') continue;
    const std::string place = name + ":" + std::to_string(number);
    const std::vector<std::string> cells = split(line);
    if (h.columns.empty()) {
      h.columns = cells;
    } else if (cells.size() != h.columns.size()) {
      throw UsageError(place + ": expected " + std::to_string(h.columns.size()) + " values, as the line of names has");
    } else {
      h.rows.push_back(integers(cells, place));
    }
  }
  if (h.columns.empty()) throw UsageError(name + ": there is no line of column names");
  return h;
}

Comparison compare(const History& a, const History& b) {
  Comparison c;
  for (const std::string& name : a.columns) {
    if (b.column(name)) c.columns.push_back(name);
  }
  c.rows = std::max(a.rows.size(), b.rows.size());
  for (std::size_t row = 0; row < c.rows; ++row) {
    const auto column = difference_in(a, b, row, c.columns);
    if (!column) continue;
    ++c.rows_differing;
    if (!c.first) c.first = Comparison::Difference{row, *column};
  }
  return c;
}

}  // namespace ksmsim
