#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "../format.h"
#include "charts.h"
#include "ksmsim/analysis/settling.h"
#include "ksmsim/report/columns.h"
#include "line_chart.h"
#include "points.h"

namespace ksmsim {
namespace {

constexpr std::size_t kPointsALine = 400, kCounterCharts = 3, kLongestLabel = 8;

struct Counter {
  const char* name;   ///< as sysfs has it
  const char* label;  ///< at the line's end
  SampleValue value;
};

constexpr Counter kCounters[] = {
    {"pages_sharing", "sharing", [](const Sample& s) { return s.counters.pages_sharing; }},
    {"pages_shared", "shared", [](const Sample& s) { return s.counters.pages_shared; }},
    {"pages_unshared", "unshared", [](const Sample& s) { return s.counters.pages_unshared; }},
    {"pages_volatile", "volatile", [](const Sample& s) { return s.counters.pages_volatile; }},
    {"ksm_zero_pages", "zero pages", [](const Sample& s) { return s.counters.ksm_zero_pages; }},
};

std::uint64_t saved(const Sample& sample) { return saved_pages(sample.counters); }

/// Those that the run tells; zero pages only where there were any.
std::vector<Counter> counters_of(const PointResult& point) {
  std::vector<Counter> counters;
  for (const Counter& counter : kCounters) {
    const bool any = std::any_of(point.samples.begin(), point.samples.end(),
                                 [&](const Sample& sample) { return counter.value(sample) != 0; });
    if (tells(point, counter.name) && (any || counter.name != std::string_view("ksm_zero_pages"))) {
      counters.push_back(counter);
    }
  }
  return counters;
}

/// Counters are from the start of the run on: there they are 0.
LineChart counter_lines(const PointResult& point, const std::vector<Counter>& counters) {
  std::vector<SampleValue> values;
  LineChart chart;
  chart.seconds.push_back(0);
  for (const Counter& counter : counters) {
    values.push_back(counter.value);
    chart.lines.push_back({counter.name, counter.label, {0}});
  }
  for (const std::size_t i : thinned(point.samples, values, kPointsALine)) {
    const Sample& sample = point.samples[i];
    chart.seconds.push_back(sample.time.seconds());
    for (std::size_t line = 0; line < values.size(); ++line) chart.lines[line].pages.push_back(values[line](sample));
  }
  return chart;
}

Chart counter_chart(const PointResult& point, std::size_t number, const std::string& whose) {
  Chart chart;
  chart.id = fmt::format("counters-{}", number);
  chart.title = "Counters over time" + whose;
  chart.kinds = {"simulated"};
  const Sample& last = point.samples.back();
  chart.says = fmt::format("After {}, {} are saved and {} shared; {} are unique, {} changed too fast.",
                           duration_text(last.time.seconds()), pages_text(saved_pages(last.counters)),
                           pages_text(last.counters.pages_shared), pages_text(last.counters.pages_unshared),
                           pages_text(last.counters.pages_volatile));
  const LineChart lines = counter_lines(point, counters_of(point));
  draw_lines(lines, chart);
  if (lines.seconds.size() - 1 < point.samples.size()) {
    chart.note = fmt::format("{} of {} samples, those with the highest and lowest values of each span; --csv has all.",
                             lines.seconds.size() - 1, point.samples.size());
  }
  return chart;
}

/// Each point's saved pages, at the times of its own samples.
LineChart saved_lines(const std::vector<const PointResult*>& points) {
  std::map<double, std::vector<std::optional<std::uint64_t>>> rows;
  const auto row = [&](double seconds) -> auto& {
    return rows.try_emplace(seconds, std::vector<std::optional<std::uint64_t>>(points.size())).first->second;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    row(0)[i] = 0;
    for (const std::size_t kept : thinned(points[i]->samples, {saved}, kPointsALine / points.size())) {
      const Sample& sample = points[i]->samples[kept];
      row(sample.time.seconds())[i] = saved(sample);
    }
  }
  LineChart chart;
  for (const PointResult* point : points) {
    const std::string label = point_label(*point);
    const bool fits = label.size() <= kLongestLabel;
    chart.lines.push_back({point_name(*point), fits ? label : fmt::format("({})", chart.lines.size() + 1), {}});
  }
  for (auto& [seconds, pages] : rows) {
    chart.seconds.push_back(seconds);
    for (std::size_t i = 0; i < points.size(); ++i) chart.lines[i].pages.push_back(pages[i]);
  }
  return chart;
}

Markup saved_legend(const LineChart& lines) {
  Markup legend;
  for (std::size_t i = 0; i < lines.lines.size(); ++i) {
    const Markup line = empty_element(
        "line",
        {{"class", fmt::format("line s{}", i % kMostLines)}, {"x1", "0"}, {"y1", "7"}, {"x2", "28"}, {"y2", "7"}});
    const LineChart::Line& drawn = lines.lines[i];
    legend += legend_entry(line, drawn.label.front() == '(' ? drawn.label + " " + drawn.name : drawn.name);
  }
  return legend;
}

/// At most as many as can be told apart, from the first to the last.
std::vector<const PointResult*> some_of(const std::vector<const PointResult*>& all) {
  if (all.size() <= kMostLines) return all;
  std::vector<const PointResult*> some;
  for (std::size_t i = 0; i < kMostLines; ++i) some.push_back(all[i * (all.size() - 1) / (kMostLines - 1)]);
  return some;
}

Chart saved_chart(const std::vector<const PointResult*>& all) {
  const std::vector<const PointResult*> shown = some_of(all);
  Chart chart;
  chart.id = "saved-over-time";
  chart.title = "Saved memory over time";
  chart.kinds = {"simulated"};
  chart.says = "pages_sharing and ksm_zero_pages of each point, until it ended.";
  const LineChart lines = saved_lines(shown);
  draw_lines(lines, chart);
  chart.legend = saved_legend(lines);
  if (shown.size() < all.size()) {
    chart.note = fmt::format("{} of {} points that differ, from the first to the last; --csv has all.", shown.size(),
                             all.size());
  }
  return chart;
}

}  // namespace

std::vector<Chart> timelines(const RunResult& result) {
  std::vector<const PointResult*> points = distinct_histories(result);
  std::erase_if(points, [](const PointResult* point) { return point->samples.empty(); });
  std::vector<Chart> charts;
  if (points.size() > 1) charts.push_back(saved_chart(points));
  const std::size_t left_out = points.size() > kCounterCharts ? points.size() - 1 : 0;
  if (left_out != 0) points = {&most_saving(result)};
  for (std::size_t i = 0; i < points.size(); ++i) {
    charts.push_back(counter_chart(*points[i], i + 1, of_point(result, *points[i])));
  }
  if (left_out != 0) {
    charts.back().note += fmt::format("{}The point that saves most; --csv has the counters of {} more.",
                                      charts.back().note.empty() ? "" : " ", left_out);
  }
  return charts;
}

}  // namespace ksmsim
