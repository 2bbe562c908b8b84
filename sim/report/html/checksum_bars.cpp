#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../format.h"
#include "../lines.h"
#include "../point_summary.h"
#include "axes.h"
#include "charts.h"
#include "points.h"
#include "values.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostBars = 30;
constexpr double kRow = 30, kBar = 16, kTop = 18;
constexpr double kSame = 1e-4;  // relative: closer together is no difference to draw
constexpr std::size_t kLongestLabel = 24;

/// A bar: the mean of a group of points, and what is known of how it spreads.
struct Bar {
  const PointGroup* group;
  double mean_ns = 0;
  std::optional<std::pair<double, double>> range;  ///< of repeats, else from p50 to p99
  std::optional<double> published_ns;
  double farthest() const { return std::max({mean_ns, range ? range->second : 0, published_ns.value_or(0)}); }
};

Bar bar_of(const PointGroup& group, const ReferenceSpec& reference) {
  const Spread spread = *spread_of(group, find_figure("checksum.mean_ns"));
  const ChecksumResult& checksum = group.points.front()->checksum;
  Bar bar{&group, spread.mean, {}, {}};
  if (group.points.size() > 1) {
    bar.range = {spread.least, spread.most};
  } else if (checksum.p50_ns && checksum.p99_ns) {
    bar.range = {*checksum.p50_ns, *checksum.p99_ns};
  }
  const auto published = reference.checksum_ns.find(checksum.hash);
  if (published != reference.checksum_ns.end()) bar.published_ns = published->second;
  return bar;
}

std::vector<Bar> bars_of(const std::vector<PointGroup>& groups, const ReferenceSpec& reference) {
  std::vector<Bar> bars;
  bars.reserve(groups.size());
  for (const PointGroup& group : groups) bars.push_back(bar_of(group, reference));
  std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.mean_ns < b.mean_ns; });
  return bars;
}

bool has_range(const Bar& bar) { return bar.range.has_value(); }
bool has_published(const Bar& bar) { return bar.published_ns.has_value(); }

template <class Has>
bool any(const std::vector<Bar>& bars, Has has) {
  return std::any_of(bars.begin(), bars.end(), has);
}

void draw_bar(Drawing& drawing, const Bar& bar, const Scale& scale, double top) {
  const double middle = top + kRow / 2;
  const bool measured = bar.group->points.front()->checksum.source == "measured";
  drawing.text({0, middle + 4}, -8, cut(bar.group->label, kLongestLabel), "row end");
  drawing.bar({0, middle - kBar / 2}, scale.share(bar.mean_ns), kBar, measured ? "bar measured" : "bar");
  if (bar.range) {
    const double from = scale.share(bar.range->first), to = scale.share(bar.range->second);
    drawing.line({from, middle}, {to, middle}, "whisker");
    for (const double end : {from, to}) drawing.line({end, middle - 4}, {end, middle + 4}, "whisker");
  }
  if (bar.published_ns) drawing.mark({scale.share(*bar.published_ns), middle}, Drawing::Mark::diamond, "published");
  drawing.text({1, middle + 4}, 12, nanoseconds_text(bar.mean_ns), "value");
}

Markup picture_of(const std::vector<Bar>& bars, const Chart& chart) {
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.farthest());
  const double bottom = kTop + kRow * static_cast<double>(bars.size());
  const Axis axis{Scale(0, most), "ns for one checksum of a page"};
  Drawing drawing(bottom + kAxisHeight);
  draw_x_axis(drawing, axis, kTop, bottom);
  drawing.text({0, kTop - 6}, -8, cut(chart.data.columns.front().header, kLongestLabel), "axis-title end");
  drawing.text({1, kTop - 6}, 12, "mean", "axis-title");
  double top = kTop;
  for (const Bar& bar : bars) {
    draw_bar(drawing, bar, axis.scale, top);
    top += kRow;
  }
  drawing.line({0, kTop}, {0, bottom}, "axis");
  return drawing.svg(chart.id, chart.title, chart.says);
}

Markup legend_of(const std::vector<Bar>& bars) {
  Markup legend;
  const std::string kind = bars.front().group->points.front()->checksum.source;
  legend += legend_entry(empty_element("rect", {{"class", kind == "measured" ? "bar measured" : "bar"},
                                                {"x", "0"},
                                                {"y", "1"},
                                                {"width", "28"},
                                                {"height", "12"}}),
                         "mean, " + kind);
  if (any(bars, has_range)) {
    const bool repeats = bars.front().group->points.size() > 1;
    legend += legend_entry(empty_element("path", {{"class", "whisker"}, {"d", "M2 7H26M2 3V11M26 3V11"}}),
                           repeats ? "least to most of the repeats" : "half of them take less (p50) to 99 % (p99)");
  }
  if (any(bars, has_published)) {
    legend +=
        legend_entry(empty_element("path", {{"class", "published"}, {"d", "M8 7L14 1L20 7L14 13Z"}}), "published");
  }
  return legend;
}

Grid grid_of(const std::vector<Bar>& bars, const std::string& axis) {
  const bool ranges = any(bars, has_range), published = any(bars, has_published);
  const bool repeats = bars.front().group->points.size() > 1;
  Grid grid;
  grid.columns = {{axis, false}, {"ns/checksum"}, {"source", false}};
  if (ranges && repeats) grid.columns.insert(grid.columns.end(), {{"repeats"}, {"least"}, {"most"}});
  if (ranges && !repeats) grid.columns.insert(grid.columns.end(), {{"p50"}, {"p99"}});
  if (published) grid.columns.insert(grid.columns.end(), {{"published"}, {"deviation %"}});
  for (const Bar& bar : bars) {
    std::vector<std::string> row{bar.group->label, fixed_text(bar.mean_ns, 2),
                                 bar.group->points.front()->checksum.source};
    if (ranges && repeats) row.push_back(fmt::format("{}", bar.group->points.size()));
    if (ranges) {
      row.push_back(bar.range ? fixed_text(bar.range->first, 2) : "-");
      row.push_back(bar.range ? fixed_text(bar.range->second, 2) : "-");
    }
    if (published) {
      row.push_back(bar.published_ns ? fixed_text(*bar.published_ns, 2) : "-");
      row.push_back(bar.published_ns ? signed_text(deviation_percent(bar.mean_ns, *bar.published_ns), 2) : "-");
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

std::string says(const std::vector<Bar>& bars) {
  const Bar &first = bars.front(), &last = bars.back();
  return fmt::format("From {} ({}) to {} ({}), {} times as much.", nanoseconds_text(first.mean_ns), first.group->name,
                     nanoseconds_text(last.mean_ns), last.group->name, significant_text(last.mean_ns / first.mean_ns));
}

}  // namespace

std::vector<Chart> checksum_bars(const RunResult& result) {
  const std::vector<PointGroup> groups = groups_of(result);
  std::vector<Bar> bars = bars_of(groups, result.scenario.reference);
  if (bars.size() < 2 || bars.front().mean_ns <= 0) return {};
  if (bars.back().mean_ns < bars.front().mean_ns * (1 + kSame)) return {};
  Chart chart;
  chart.id = "checksum-time";
  chart.title = "Time of one checksum";
  chart.kinds = checksum_kinds(result);
  chart.says = says(bars);
  chart.data = grid_of(bars, axis_title(result.points.front()));
  if (bars.size() > kMostBars) {
    chart.note = fmt::format("The {} shortest; {} more are not drawn.", kMostBars, bars.size() - kMostBars);
    bars.resize(kMostBars);
  }
  chart.legend = legend_of(bars);
  const bool narrow = std::all_of(bars.begin(), bars.end(), [](const Bar& b) { return b.group->label.size() <= 10; });
  chart.shape = narrow ? "bars short" : "bars";
  chart.picture = picture_of(bars, chart);
  return {chart};
}

}  // namespace ksmsim
