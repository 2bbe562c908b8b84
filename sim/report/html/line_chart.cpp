#include "line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../format.h"
#include "axes.h"

namespace ksmsim {
namespace {

constexpr double kTop = 26, kBottom = 270;
constexpr double kLabelGap = 16, kLabelWidth = 0.13;           // of the labels at the lines' ends: down; across, a share
constexpr std::size_t kMarkedPoints = 40;  // with fewer, each is marked: between them nothing was looked at

std::string look_of(std::size_t line) { return fmt::format("s{}", line % kMostLines); }

double most_pages(const LineChart& chart) {
  std::uint64_t most = 0;
  for (const LineChart::Line& line : chart.lines) {
    for (const auto& pages : line.pages) most = std::max(most, pages.value_or(0));
  }
  return static_cast<double>(most);
}

/// Would a label right of `end`, at the height `y`, lie on one placed there, or on the mark at another line's end?
bool is_taken(const std::vector<Drawing::Point>& ends, const std::vector<double>& places, std::size_t label, double y) {
  for (std::size_t other = 0; other < ends.size(); ++other) {
    const double right = ends[other].x - ends[label].x;
    if (other < places.size() && std::abs(right) < kLabelWidth && std::abs(y - places[other]) < kLabelGap) return true;
    if (other != label && right > 0 && right < kLabelWidth && std::abs(y - ends[other].y) < kLabelGap / 2) return true;
  }
  return false;
}

/// Where the labels go: each as near its line's end as those before let it.
std::vector<double> label_places(const std::vector<Drawing::Point>& ends) {
  std::vector<double> places;
  for (std::size_t label = 0; label < ends.size(); ++label) {
    double place = ends[label].y;
    for (double off = 0; off < kBottom && is_taken(ends, places, label, place); off += 4) {
      for (const double y : {ends[label].y + off, ends[label].y - off}) {
        place = std::clamp(y, kTop, kBottom + 4);
        if (!is_taken(ends, places, label, place)) break;
      }
    }
    places.push_back(place);
  }
  return places;
}

std::vector<Drawing::Point> points_of(const LineChart& chart, const LineChart::Line& line, const Axis& x, const Axis& y,
                                      const ZoomableLines& units) {
  std::vector<Drawing::Point> points;
  for (std::size_t i = 0; i < chart.seconds.size(); ++i) {
    if (!line.pages[i]) continue;
    const double value = static_cast<double>(*line.pages[i]) / units.y_per;
    points.push_back({x.scale.share(chart.seconds[i] / units.x_per), down(y, value, kTop, kBottom)});
  }
  return points;
}

Grid grid_of(const LineChart& chart) {
  Grid grid;
  grid.columns.push_back({"seconds"});
  for (const LineChart::Line& line : chart.lines) grid.columns.push_back({line.name});
  for (std::size_t i = 0; i < chart.seconds.size(); ++i) {
    std::vector<std::string> row{fixed_text(chart.seconds[i], 3)};
    for (const LineChart::Line& line : chart.lines) {
      row.push_back(line.pages[i] ? fmt::format("{}", *line.pages[i]) : std::string());
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

void draw_line(Drawing& drawing, const std::vector<Drawing::Point>& points, const std::string& look, double label_y,
               const std::string& label) {
  drawing.path(points, "line " + look);
  if (points.size() <= kMarkedPoints) {
    for (const Drawing::Point& point : points) drawing.mark(point, Drawing::Mark::dot, "point " + look);
  }
  const Drawing::Point end = points.back();
  drawing.mark(end, Drawing::Mark::dot, "point " + look);
  drawing.text({end.x, label_y + 4}, 9, label, "label " + look);
}

}  // namespace

void draw_lines(const LineChart& lines, Chart& chart) {
  const Unit time = time_unit(lines.seconds.back());
  const Unit memory = memory_unit(most_pages(lines) * static_cast<double>(kPageSize));
  chart.zoomable = true;
  chart.lines = {time.per, memory.per / static_cast<double>(kPageSize), "time, " + time.name, "memory, " + memory.name};
  const Axis x{Scale(0, lines.seconds.back() / time.per, 6), chart.lines.x_title};
  const Axis y{Scale(0, most_pages(lines) / chart.lines.y_per, 5), chart.lines.y_title};
  Drawing drawing(kBottom + kAxisHeight);
  draw_x_axis(drawing, x, kTop, kBottom);
  draw_y_axis(drawing, y, kTop, kBottom);
  std::vector<std::vector<Drawing::Point>> paths;
  std::vector<Drawing::Point> ends;
  for (const LineChart::Line& line : lines.lines) {
    paths.push_back(points_of(lines, line, x, y, chart.lines));
    ends.push_back(paths.back().back());
  }
  const std::vector<double> labels = label_places(ends);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    draw_line(drawing, paths[i], look_of(i), labels[i], lines.lines[i].label);
  }
  chart.shape = "lines";
  chart.picture = drawing.svg(chart.id, chart.title, chart.says);
  chart.data = grid_of(lines);
}

}  // namespace ksmsim
