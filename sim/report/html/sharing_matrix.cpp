#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "../format.h"
#include "cells.h"
#include "charts.h"
#include "points.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostVms = 20;
using Pairs = std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t>;

const char* text_of(SharedContents::What what) {
  switch (what) {
    case SharedContents::What::zeros:
      return "zeros";
    case SharedContents::What::pattern:
      return "patterns: one byte or word throughout";
    case SharedContents::What::image:
      return "of images that VMs were made from";
    case SharedContents::What::captured:
      return "captured";
    case SharedContents::What::other:
      break;
  }
  return "other";
}

/// The VMs with the most merged pages, in their own order.
std::vector<std::uint32_t> shown_vms(const PointResult& point) {
  std::vector<std::uint32_t> vms(point.vms.size());
  std::iota(vms.begin(), vms.end(), 0u);
  if (vms.size() <= kMostVms) return vms;
  const auto merged = [&](std::uint32_t vm) { return point.vms[vm].ksm_merging_pages + point.vms[vm].ksm_zero_pages; };
  std::stable_sort(vms.begin(), vms.end(), [&](auto a, auto b) { return merged(a) > merged(b); });
  vms.resize(kMostVms);
  std::sort(vms.begin(), vms.end());
  return vms;
}

/// For a < b the distinct contents that both hold, for a == b the merged pages of the VM; VMs that are not shown left
/// out.
Pairs pairs_of(const PointResult& point, const std::vector<std::uint32_t>& vms) {
  Pairs pairs;
  for (const SharedContents& shared : point.sharing) {
    std::vector<SharedContents::Holder> holders;
    for (const auto& holder : shared.holders) {
      if (std::binary_search(vms.begin(), vms.end(), holder.vm)) holders.push_back(holder);
    }
    for (std::size_t i = 0; i < holders.size(); ++i) {
      pairs[{holders[i].vm, holders[i].vm}] += holders[i].pages;
      for (std::size_t j = i + 1; j < holders.size(); ++j) pairs[{holders[i].vm, holders[j].vm}] += shared.contents;
    }
  }
  return pairs;
}

/// At most five digits and a letter.
std::string short_count(std::uint64_t count) {
  if (count < 10'000) return fmt::format("{}", count);
  if (count < 10'000'000) return fmt::format("{}k", (count + 500) / 1000);
  return fmt::format("{}M", (count + 500'000) / 1'000'000);
}

/// The diagonal is not shaded: it counts something else.
Cells cells_of(const PointResult& point, const std::vector<std::uint32_t>& vms, const Pairs& pairs) {
  Cells cells;
  for (const std::uint32_t vm : vms) cells.columns.push_back(point.vms[vm].name);
  cells.rows = cells.columns;
  for (const std::uint32_t a : vms) {
    auto& row = cells.cells.emplace_back();
    for (const std::uint32_t b : vms) {
      const auto found = pairs.find(std::minmax(a, b));
      const std::uint64_t count = found == pairs.end() ? 0 : found->second;
      if (a == b) {
        row.push_back({{}, pages_text(count)});
      } else {
        row.push_back({static_cast<double>(count), short_count(count)});
      }
    }
  }
  return cells;
}

Grid pair_grid(const PointResult& point, const Pairs& pairs) {
  Grid grid;
  grid.columns = {{"VM", false}, {"VM", false}, {"contents that both hold"}, {"merged pages"}};
  grid.keys = 2;
  for (const auto& [pair, count] : pairs) {
    const bool itself = pair.first == pair.second;
    const std::string text = fmt::format("{}", count);
    grid.rows.push_back({point.vms[pair.first].name, itself ? "itself" : point.vms[pair.second].name,
                         itself ? "" : text, itself ? text : ""});
  }
  return grid;
}

}  // namespace

Grid kinds_of_sharing(const PointResult& point) {
  struct Sum {
    std::uint64_t contents = 0, pages = 0, within = 0;
  };
  std::array<Sum, 5> sums;
  for (const SharedContents& shared : point.sharing) {
    Sum& sum = sums[static_cast<std::size_t>(shared.what)];
    sum.contents += shared.contents;
    for (const auto& holder : shared.holders) sum.pages += holder.pages;
    if (shared.holders.size() == 1) sum.within += shared.holders.front().pages;
  }
  Grid grid;
  grid.columns = {{"what", false}, {"contents"}, {"merged pages"}, {"memory"}, {"within one VM"}};
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].pages == 0) continue;
    grid.rows.push_back({text_of(static_cast<SharedContents::What>(i)), fmt::format("{}", sums[i].contents),
                         fmt::format("{}", sums[i].pages), pages_text(sums[i].pages), pages_text(sums[i].within)});
  }
  return grid;
}

std::vector<Chart> sharing_matrix(const RunResult& result) {
  const PointResult& point = most_saving(result);
  if (point.sharing.empty() || point.vms.empty()) return {};
  const std::vector<std::uint32_t> vms = shown_vms(point);
  const Pairs pairs = pairs_of(point, vms);
  const Cells cells = cells_of(point, vms, pairs);
  Chart chart;
  chart.id = "sharing";
  chart.title = "Who shares with whom" + of_point(result, point);
  chart.kinds = {"simulated"};
  chart.says = "Distinct merged contents that both VMs hold; on the diagonal, the VM's own merged memory.";
  if (vms.size() < point.vms.size()) {
    chart.note = fmt::format("The {} VMs with the most merged pages of {}.", vms.size(), point.vms.size());
  }
  chart.shape = cells_shape(cells);
  chart.picture = draw_cells(cells, chart.id, chart.title, chart.says);
  chart.data = pair_grid(point, pairs);
  return {chart};
}

}  // namespace ksmsim
