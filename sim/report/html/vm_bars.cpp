#include <fmt/format.h>

#include <algorithm>

#include "../format.h"
#include "../lines.h"
#include "axes.h"
#include "charts.h"
#include "ksmsim/report/columns.h"
#include "points.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostVms = 30, kLongestLabel = 16;
constexpr double kRow = 26, kBar = 16, kTop = 4;
constexpr const char* kLooks[] = {"part merged", "part zero", "part rest"};

/// Merged, merged into the zero page, and the rest of what KSM keeps records of.
struct VmPages {
  std::string name;
  std::uint64_t parts[3];
};

VmPages pages_of(const VmResult& vm) {
  const std::uint64_t used = vm.ksm_merging_pages + vm.ksm_zero_pages;
  return {vm.name, {vm.ksm_merging_pages, vm.ksm_zero_pages, vm.ksm_rmap_items - std::min(used, vm.ksm_rmap_items)}};
}

std::uint64_t total(const VmPages& vm) { return vm.parts[0] + vm.parts[1] + vm.parts[2]; }

Markup picture_of(const std::vector<VmPages>& vms, const Chart& chart) {
  std::uint64_t most = 1;
  for (const VmPages& vm : vms) most = std::max(most, total(vm));
  const Unit unit = memory_unit(static_cast<double>(most * kPageSize));
  const auto amount = [&](std::uint64_t pages) { return static_cast<double>(pages * kPageSize) / unit.per; };
  const double bottom = kTop + kRow * static_cast<double>(vms.size());
  const Axis axis{Scale(0, amount(most)), "memory of the VM, " + unit.name};
  Drawing drawing(bottom + kAxisHeight);
  draw_x_axis(drawing, axis, kTop, bottom);
  double top = kTop;
  for (const VmPages& vm : vms) {
    const double middle = top + kRow / 2;
    drawing.text({0, middle + 4}, -8, cut(vm.name, kLongestLabel), "row end");
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < std::size(kLooks); ++i) {
      const double from = axis.scale.share(amount(before)), width = axis.scale.share(amount(vm.parts[i]));
      if (vm.parts[i] != 0) drawing.bar({from, middle - kBar / 2}, width, kBar, kLooks[i]);
      before += vm.parts[i];
    }
    drawing.text({axis.scale.share(amount(before)), middle + 4}, 6, pages_text(vm.parts[0] + vm.parts[1]), "value");
    top += kRow;
  }
  return drawing.svg(chart.id, chart.title, chart.says);
}

Markup legend_of(bool zeros) {
  const auto entry = [](const char* look, const char* text) {
    return legend_entry(
        empty_element("rect", {{"class", look}, {"x", "0"}, {"y", "1"}, {"width", "28"}, {"height", "12"}}), text);
  };
  Markup legend = entry(kLooks[0], "ksm_merging_pages");
  if (zeros) legend += entry(kLooks[1], "ksm_zero_pages");
  return legend += entry(kLooks[2], "scanned, not merged");
}

Grid grid_of(const PointResult& point) {
  Grid grid;
  grid.columns = {{"VM", false}, {"ksm_rmap_items"}, {"ksm_merging_pages"}, {"ksm_zero_pages"}, {"ksm_process_profit"}};
  for (const VmResult& vm : point.vms) {
    grid.rows.push_back({vm.name, fmt::format("{}", vm.ksm_rmap_items), fmt::format("{}", vm.ksm_merging_pages),
                         fmt::format("{}", vm.ksm_zero_pages), fmt::format("{}", vm.ksm_process_profit)});
  }
  return grid;
}

}  // namespace

std::vector<Chart> vm_bars(const RunResult& result) {
  const PointResult& point = most_saving(result);
  std::vector<VmPages> vms;
  for (const VmResult& vm : point.vms) vms.push_back(pages_of(vm));
  if (std::none_of(vms.begin(), vms.end(), [](const VmPages& vm) { return total(vm) != 0; })) return {};
  Chart chart;
  chart.id = "vms";
  chart.title = "Each VM in the end" + of_point(result, point);
  chart.kinds = {"simulated"};
  chart.says = fmt::format("{} alive; beside each bar, what of it is merged.", counted(vms.size(), "VM"));
  if (vms.size() > kMostVms) {
    chart.note = fmt::format("The {} with the most merged pages of {}.", kMostVms, vms.size());
    std::stable_sort(vms.begin(), vms.end(), [](const VmPages& a, const VmPages& b) {
      return a.parts[0] + a.parts[1] > b.parts[0] + b.parts[1];
    });
    vms.resize(kMostVms);
  }
  chart.legend = legend_of(std::any_of(vms.begin(), vms.end(), [](const VmPages& vm) { return vm.parts[1] != 0; }));
  chart.shape = "bars short";
  chart.picture = picture_of(vms, chart);
  chart.data = grid_of(point);
  return {chart};
}

}  // namespace ksmsim
