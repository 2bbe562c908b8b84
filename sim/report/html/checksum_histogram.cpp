#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "../format.h"
#include "../lines.h"
#include "axes.h"
#include "charts.h"
#include "points.h"
#include "values.h"

namespace ksmsim {
namespace {

constexpr std::size_t kBins = 60, kMostRows = 8, kLongestLabel = 16;
constexpr double kTop = 8, kRow = 62, kRidge = 46;
constexpr double kTail = 0.005;  // of the checksums at either end need not be in the picture

/// The times of one point's checksums, in bins of equal width on a logarithmic axis.
struct Distribution {
  std::string label;
  const ChecksumResult* checksum;
  std::vector<std::uint64_t> bins;
};

std::uint64_t count_of(const ChecksumResult& checksum) {
  std::uint64_t count = 0;
  for (const auto& bucket : checksum.histogram) count += bucket.count;
  return count;
}

/// The lower edge of the bucket below which the share `q` lies.
double quantile(const ChecksumResult& checksum, double q) {
  const double wanted = q * static_cast<double>(count_of(checksum));
  double seen = 0;
  for (const auto& bucket : checksum.histogram) {
    seen += static_cast<double>(bucket.count);
    if (seen >= wanted) return static_cast<double>(std::max<std::uint64_t>(bucket.from, 1));
  }
  return static_cast<double>(checksum.histogram.back().from);
}

std::vector<Distribution> distributions_of(const RunResult& result) {
  std::vector<Distribution> all;
  for (const PointGroup& group : groups_of(result)) {
    const ChecksumResult& checksum = group.points.front()->checksum;
    if (!checksum.histogram.empty()) all.push_back({group.label, &checksum, {}});
  }
  return all;
}

Scale scale_of(const std::vector<Distribution>& all) {
  double from = quantile(*all.front().checksum, kTail), to = quantile(*all.front().checksum, 1 - kTail);
  for (const Distribution& one : all) {
    from = std::min(from, quantile(*one.checksum, kTail));
    to = std::max(to, quantile(*one.checksum, 1 - kTail));
  }
  return Scale(from, std::max(to, from * 1.5), 5, Scale::Kind::log);
}

void fill_bins(Distribution& one, const Scale& scale) {
  one.bins.resize(kBins);
  for (const auto& bucket : one.checksum->histogram) {
    const double share = scale.share(static_cast<double>(std::max<std::uint64_t>(bucket.from, 1)));
    const double bin = std::clamp(share * static_cast<double>(kBins), 0.0, static_cast<double>(kBins - 1));
    one.bins[static_cast<std::size_t>(bin)] += bucket.count;
  }
}

void draw_distribution(Drawing& drawing, const Distribution& one, const Scale& scale, double base) {
  const std::uint64_t most = std::max<std::uint64_t>(*std::max_element(one.bins.begin(), one.bins.end()), 1);
  std::vector<Drawing::Point> steps;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double y = base - kRidge * static_cast<double>(one.bins[i]) / static_cast<double>(most);
    const double width = 1.0 / static_cast<double>(kBins);
    steps.push_back({static_cast<double>(i) * width, y});
    steps.push_back({static_cast<double>(i + 1) * width, y});
  }
  drawing.area(steps, base, "ridge");
  drawing.line({0, base}, {1, base}, "axis");
  drawing.text({0, base - 6}, -8, cut(one.label, kLongestLabel), "row end");
  // One to the left, one to the right, so that they do not meet.
  const auto mark = [&](const std::optional<double>& ns, const char* name, double dx, const char* look) {
    if (!ns || *ns <= 0) return;
    const double x = std::clamp(scale.share(*ns), 0.0, 1.0);
    drawing.line({x, base - kRidge}, {x, base}, "quantile");
    drawing.text({x, base - kRidge + 8}, dx, name, look);
  };
  mark(one.checksum->p50_ns, "p50", -4, "tick end");
  mark(one.checksum->p99_ns, "p99", 4, "tick");
}

Markup picture_of(const std::vector<Distribution>& all, const Scale& scale, const Chart& chart) {
  const double bottom = kTop + kRow * static_cast<double>(all.size());
  Drawing drawing(bottom + kAxisHeight);
  draw_x_axis(drawing, {scale, "ns for one checksum (logarithmic)"}, kTop, bottom);
  double base = kTop;
  for (const Distribution& one : all) draw_distribution(drawing, one, scale, base += kRow);
  return drawing.svg(chart.id, chart.title, chart.says);
}

Grid grid_of(const std::vector<Distribution>& all, const Scale& scale) {
  Grid grid;
  grid.columns = {{"from ns"}, {"to ns"}};
  for (const Distribution& one : all) grid.columns.push_back({one.label});
  const double first = std::log(scale.ticks().at.front()), last = std::log(scale.ticks().at.back());
  const auto edge = [&](std::size_t i) {
    return fixed_text(std::exp(first + (last - first) * static_cast<double>(i) / static_cast<double>(kBins)), 0);
  };
  for (std::size_t i = 0; i < kBins; ++i) {
    std::vector<std::string> row{edge(i), edge(i + 1)};
    for (const Distribution& one : all) row.push_back(fmt::format("{}", one.bins[i]));
    const bool any = std::any_of(all.begin(), all.end(), [i](const Distribution& one) { return one.bins[i] != 0; });
    if (any) grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace

std::vector<Chart> checksum_histogram(const RunResult& result) {
  std::vector<Distribution> all = distributions_of(result);
  if (all.empty()) return {};
  Chart chart;
  if (all.size() > kMostRows) {
    chart.note = fmt::format("The first {} of {} points; --json has all.", kMostRows, all.size());
    all.resize(kMostRows);
  }
  const Scale scale = scale_of(all);
  for (Distribution& one : all) fill_bins(one, scale);
  chart.id = "checksum-distribution";
  chart.title = "Distribution of the times of single checksums";
  chart.kinds = {"measured"};
  chart.says = "Each is as high at its peak. What is beyond the axis is counted in the first and the last bin.";
  chart.shape = "bars short";
  chart.picture = picture_of(all, scale, chart);
  chart.data = grid_of(all, scale);
  return {chart};
}

}  // namespace ksmsim
