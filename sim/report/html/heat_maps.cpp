#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "../format.h"
#include "../settings.h"
#include "cells.h"
#include "charts.h"
#include "points.h"
#include "values.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostValues = 24;  // of an axis

/// A setting of the sweep: its values in their order, and the point's position on it.
struct SweptAxis {
  std::size_t index;  ///< in PointResult::settings
  std::string name;
  std::vector<std::string> values;
  std::size_t place_of(const PointResult& point) const {
    const auto found = std::find(values.begin(), values.end(), point.settings[index].second);
    return static_cast<std::size_t>(found - values.begin());
  }
};

struct Mean {
  double total = 0;
  std::size_t count = 0;
  void add(double value) {
    total += value;
    ++count;
  }
  double value() const { return total / static_cast<double>(count); }
};

std::vector<SweptAxis> swept_axes(const RunResult& result) {
  std::vector<SweptAxis> axes;
  const PointResult& first = result.points.front();
  for (const std::size_t index : axes_of(first)) {
    SweptAxis axis{index, short_key(first, index), {}};
    for (const PointResult& point : result.points) {
      const std::string& value = point.settings.at(index).second;
      if (std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end()) axis.values.push_back(value);
    }
    if (axis.values.size() > 1) axes.push_back(std::move(axis));
  }
  return axes;
}

/// How far the figure's means lie apart along the axis, relative to its mean over all.
double effect_of(const SweptAxis& axis, const RunResult& result, const Figure& figure) {
  std::vector<Mean> means(axis.values.size());
  Mean all;
  for (const PointResult& point : result.points) {
    const double value = figure.value(point).value_or(0);
    means[axis.place_of(point)].add(value);
    all.add(value);
  }
  const auto less = [](const Mean& a, const Mean& b) { return a.value() < b.value(); };
  const auto [least, most] = std::minmax_element(means.begin(), means.end(), less);
  return all.value() == 0 ? 0 : std::abs((most->value() - least->value()) / all.value());
}

const Figure& savings_figure(const RunResult& result) {
  const Figure& profit = find_figure("general_profit");
  const bool told = std::all_of(result.points.begin(), result.points.end(),
                                [&](const PointResult& point) { return profit.value(point).has_value(); });
  return told ? profit : find_figure("saved_pages");
}

Cells cells_of(const RunResult& result, const SweptAxis& rows, const SweptAxis& columns, const Figure& figure) {
  std::map<std::pair<std::size_t, std::size_t>, Mean> means;
  for (const PointResult& point : result.points) {
    means[{rows.place_of(point), columns.place_of(point)}].add(figure.value(point).value_or(0));
  }
  Cells cells{columns.values, rows.values, columns.name, rows.name, {}, false};
  for (std::size_t row = 0; row < rows.values.size(); ++row) {
    auto& line = cells.cells.emplace_back();
    for (std::size_t column = 0; column < columns.values.size(); ++column) {
      const auto found = means.find({row, column});
      if (found == means.end()) {
        line.push_back({{}, "-"});
      } else {
        line.push_back({found->second.value(), figure_text(figure, found->second.value())});
      }
    }
  }
  return cells;
}

Grid grid_of(const Cells& cells, const Figure& figure) {
  Grid grid;
  grid.columns = {{cells.row_title, false},
                  {cells.column_title, false},
                  {std::string(figure.name) + (figure.unit == "%" ? " %" : "")}};
  for (std::size_t row = 0; row < cells.rows.size(); ++row) {
    for (std::size_t column = 0; column < cells.columns.size(); ++column) {
      const auto& value = cells.cells[row][column].value;
      const int decimals = figure.unit == "%" ? 4 : 0;
      grid.rows.push_back({cells.rows[row], cells.columns[column], value ? fixed_text(*value, decimals) : "-"});
    }
  }
  return grid;
}

Chart heat_map(const RunResult& result, const SweptAxis& rows, const SweptAxis& columns, const Figure& figure) {
  const Cells cells = cells_of(result, rows, columns, figure);
  Chart chart;
  chart.id = figure.unit == "%" ? "map-cpu" : "map-savings";
  chart.title = figure.unit == "%" ? "ksmd's CPU time over " : std::string(figure.name) + " over ";
  chart.title += rows.name + " and " + columns.name;
  chart.kinds = {figure.unit == "%" ? result.points.front().checksum.source : "simulated"};
  chart.says = fmt::format("The stronger the colour, the more {}.", figure.unit == "%" ? "CPU time, per cent of one CPU" : "memory");
  chart.shape = cells_shape(cells);
  chart.picture = draw_cells(cells, chart.id, chart.title, chart.says);
  chart.data = grid_of(cells, figure);
  return chart;
}

void shorten(SweptAxis& axis, std::string& note) {
  if (axis.values.size() <= kMostValues) return;
  note += fmt::format("{}The first {} of {} values of {}.", note.empty() ? "" : " ", kMostValues, axis.values.size(),
                      axis.name);
  axis.values.resize(kMostValues);
}

}  // namespace

std::vector<Chart> heat_maps(const RunResult& result) {
  std::vector<SweptAxis> axes = swept_axes(result);
  if (axes.size() < 2) return {};
  const Figure &savings = savings_figure(result), &cpu = find_figure("ksmd.cpu_percent");
  const auto effect = [&](const SweptAxis& axis) {
    return effect_of(axis, result, savings) + effect_of(axis, result, cpu);
  };
  std::stable_sort(axes.begin(), axes.end(), [&](const auto& a, const auto& b) { return effect(a) > effect(b); });
  std::string note;
  if (axes.size() > 2) note = "Means over the other axes; these two change the figures most.";
  for (SweptAxis& axis : {std::ref(axes[0]), std::ref(axes[1])}) shorten(axis, note);
  const auto [columns, rows] =
      std::minmax(axes[0], axes[1], [](const auto& a, const auto& b) { return a.values.size() < b.values.size(); });
  std::vector<Chart> charts{heat_map(result, rows, columns, savings), heat_map(result, rows, columns, cpu)};
  for (Chart& chart : charts) chart.note = note;
  return charts;
}

}  // namespace ksmsim
