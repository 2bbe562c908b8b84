#include <fmt/format.h>

#include <algorithm>

#include "../format.h"
#include "../lines.h"
#include "axes.h"
#include "charts.h"
#include "points.h"
#include "values.h"

namespace ksmsim {
namespace {

constexpr double kTop = 26, kBottom = 290;
constexpr double kWidth = 560;  // pixels, that labels have to do with: the least that the box gives
constexpr std::size_t kLongestLabel = 30, kMostLabels = 12;

struct Trade {
  const PointGroup* group;
  double cpu, saved;  ///< per cent of a CPU; bytes
  bool best = false;  ///< no other saves as much for less, or more for as much
};

void mark_best(std::vector<Trade>& trades) {
  std::stable_sort(trades.begin(), trades.end(),
                   [](const Trade& a, const Trade& b) { return a.cpu != b.cpu ? a.cpu < b.cpu : a.saved > b.saved; });
  double most = -1;
  for (Trade& trade : trades) {
    trade.best = trade.saved > most;
    most = std::max(most, trade.saved);
  }
}

std::vector<Trade> trades_of(const std::vector<PointGroup>& groups) {
  std::vector<Trade> trades;
  for (const PointGroup& group : groups) {
    const double saved = spread_of(group, find_figure("saved_pages"))->mean * static_cast<double>(kPageSize);
    trades.push_back({&group, spread_of(group, find_figure("ksmd.cpu_percent"))->mean, saved});
  }
  mark_best(trades);
  return trades;
}

/// Labels that fit: each beside its mark, or below or above it, where no other label and no mark is.
class Labels {
 public:
  explicit Labels(Drawing& drawing) : drawing_(drawing) {}
  void keep_free(Drawing::Point at) { taken_.push_back({at.x * kWidth - 6, at.y - 6, 12, 12}); }
  bool place(Drawing::Point at, const std::string& text) {
    const double width = 7.2 * static_cast<double>(display_width(text));
    const double x = at.x * kWidth;
    struct Place {
      double dx, dy;
      const char* look;
      double left;
    };
    for (const Place& place :
         {Place{10, 4, "label", x + 10}, Place{0, 22, "label middle", x - width / 2},
          Place{0, -12, "label middle", x - width / 2}, Place{-10, 4, "label end", x - 10 - width},
          Place{4, -12, "label", x + 4}, Place{4, 22, "label", x + 4}, Place{0, 38, "label middle", x - width / 2}}) {
      const Box box{place.left, at.y + place.dy - 11, width, 14};
      if (!is_free(box)) continue;
      taken_.push_back(box);
      drawing_.text({at.x, at.y + place.dy}, place.dx, text, place.look);
      return true;
    }
    return false;
  }

 private:
  struct Box {
    double x, y, width, height;
  };
  bool is_free(const Box& box) const {
    if (box.x < 2 || box.x + box.width > kWidth + 60) return false;
    return std::none_of(taken_.begin(), taken_.end(), [&](const Box& other) {
      return box.x < other.x + other.width && other.x < box.x + box.width && box.y < other.y + other.height &&
             other.y < box.y + box.height;
    });
  }
  Drawing& drawing_;
  std::vector<Box> taken_;
};

void draw_trades(Drawing& drawing, const std::vector<Trade>& trades, const Axis& x, const Axis& y, double unit) {
  const auto place = [&](const Trade& trade) {
    return Drawing::Point{x.scale.share(trade.cpu), down(y, trade.saved / unit, kTop, kBottom)};
  };
  std::vector<Drawing::Point> front;
  Labels labels(drawing);
  for (const Trade& trade : trades) {
    if (trade.best) front.push_back(place(trade));
    labels.keep_free(place(trade));
  }
  if (front.size() > 1) drawing.path(front, "front");
  for (const Trade& trade : trades) {
    drawing.mark(place(trade), trade.best ? Drawing::Mark::square : Drawing::Mark::ring, trade.best ? "best" : "other");
  }
  std::size_t left = kMostLabels;
  for (const bool best : {true, false}) {
    for (const Trade& trade : trades) {
      if (trade.best != best || left == 0) continue;
      if (labels.place(place(trade), cut(trade.group->label, kLongestLabel))) --left;
    }
  }
}

/// Zero is on the axis unless all savings are far from it and apart by more than a hair.
bool shows_zero(double least, double most) { return least < 0.8 * most || most - least < 0.005 * most; }

Markup picture_of(const std::vector<Trade>& trades, const Chart& chart) {
  const auto by_saved = [](const Trade& a, const Trade& b) { return a.saved < b.saved; };
  const auto [least, most] = std::minmax_element(trades.begin(), trades.end(), by_saved);
  const Unit unit = memory_unit(most->saved);
  const double from = shows_zero(least->saved, most->saved) ? 0 : least->saved;
  const Axis x{Scale(0, trades.back().cpu, 6), "CPU time of ksmd, % of one CPU"};
  const Axis y{Scale(from / unit.per, most->saved / unit.per, 4), "saved, " + unit.name};
  Drawing drawing(kBottom + kAxisHeight);
  draw_x_axis(drawing, x, kTop, kBottom);
  draw_y_axis(drawing, y, kTop, kBottom);
  draw_trades(drawing, trades, x, y, unit.per);
  return drawing.svg(chart.id, chart.title, chart.says);
}

Grid grid_of(const std::vector<Trade>& trades, const std::string& axis) {
  Grid grid;
  grid.columns = {{axis, false}, {"ksmd CPU %"}, {"saved bytes"}, {"Pareto front", false}};
  for (const Trade& trade : trades) {
    grid.rows.push_back(
        {trade.group->label, significant_text(trade.cpu), fixed_text(trade.saved, 0), trade.best ? "yes" : "no"});
  }
  return grid;
}

std::string says(const std::vector<Trade>& trades) {
  const auto best = std::count_if(trades.begin(), trades.end(), [](const Trade& trade) { return trade.best; });
  if (best == 1) {
    return fmt::format("{} is best in both: no other point saves more or takes less CPU time.",
                       trades.front().group->name);
  }
  return fmt::format("Of {} points, {} are on the Pareto front: whatever saves more takes more CPU time.",
                     trades.size(), best);
}

Markup legend_of(const std::vector<Trade>& trades) {
  Markup legend = legend_entry(empty_element("path", {{"class", "best"}, {"d", "M10 3H18V11H10Z"}}),
                               "on the Pareto front: nothing saves more for less");
  if (std::all_of(trades.begin(), trades.end(), [](const Trade& trade) { return trade.best; })) return legend;
  return legend += legend_entry(empty_element("circle", {{"class", "other"}, {"cx", "14"}, {"cy", "7"}, {"r", "4"}}),
                                "another point does better");
}

}  // namespace

std::vector<Chart> savings_against_cpu(const RunResult& result) {
  const std::vector<PointGroup> groups = groups_of(result);
  if (groups.size() < 2) return {};
  const std::vector<Trade> trades = trades_of(groups);
  Chart chart;
  chart.id = "savings-cpu";
  chart.title = "What is saved, for how much CPU time";
  chart.kinds = {"simulated"};
  for (const std::string& kind : checksum_kinds(result)) {
    if (kind != "published") chart.kinds.push_back(kind);
  }
  const std::string axes = axis_title(result.points.front());
  chart.says = says(trades) + " Labels: " + axes + ".";
  const bool partly = std::any_of(result.points.begin(), result.points.end(),
                                  [](const auto& point) { return point.ksmd_cpu_is_checksums_only; });
  if (partly) chart.note = "CPU time of checksums only: the cost profile does not know the rest of a visit.";
  chart.legend = legend_of(trades);
  chart.shape = "scatter";
  chart.picture = picture_of(trades, chart);
  chart.data = grid_of(trades, axes);
  return {chart};
}

}  // namespace ksmsim
