#include "chart.h"

#include <fmt/format.h>

#include "../format.h"

namespace ksmsim {
namespace {

constexpr std::size_t kDataRows = 500;

Markup row_of(const std::vector<std::string>& cells, const Grid& grid) {
  Markup row;
  for (std::size_t i = 0; i < cells.size() && i < grid.columns.size(); ++i) {
    const std::string look = grid.columns[i].numeric ? "n" : "";
    if (i == 0) {
      row += element("th", {{"scope", "row"}, {"class", look}}, escaped(cells[i]));
    } else {
      row += element("td", {{"class", look}}, escaped(cells[i]));
    }
  }
  return element("tr", row) + Markup("\n");
}

Markup head_of(const Grid& grid) {
  Markup row;
  for (const Grid::Column& column : grid.columns) {
    row += element("th", {{"scope", "col"}, {"class", column.numeric ? "n" : ""}}, escaped(column.header));
  }
  return element("thead", element("tr", row));
}

Markup data_of(const Chart& chart) {
  const std::string summary = "Data of this figure, " + counted(chart.data.rows.size(), "row");
  return element("details",
                 element("summary", escaped(summary)) + table_of(chart.data, "Data: " + chart.title, kDataRows));
}

}  // namespace

Markup kind_tags(const std::vector<std::string>& kinds) {
  Markup tags;
  for (const std::string& kind : kinds) tags += " " + element("span", {{"class", "kind"}}, escaped(kind));
  return tags;
}

Markup legend_entry(const Markup& sample, const std::string& text) {
  const Markup picture =
      element("svg", {{"class", "sample"}, {"width", "28"}, {"height", "14"}, {"aria-hidden", "true"}}, sample);
  return element("li", picture + escaped(text));
}

Markup table_of(const Grid& grid, const std::string& name, std::size_t most) {
  Markup rows;
  for (std::size_t i = 0; i < grid.rows.size() && i < most; ++i) rows += row_of(grid.rows[i], grid);
  const Markup table = element(
      "table", element("caption", {{"class", "unseen"}}, escaped(name)) + head_of(grid) + element("tbody", rows));
  Markup box =
      element("div", {{"class", "scroll"}, {"tabindex", "0"}, {"role", "region"}, {"aria-label", name}}, table);
  if (grid.rows.size() <= most) return box;
  const std::string note = fmt::format("{} of {} rows; --json and --csv write all.", most, grid.rows.size());
  return box + element("p", {{"class", "note"}}, escaped(note));
}

Markup figure_of(const Chart& chart) {
  Markup caption = element("strong", escaped(chart.title)) + kind_tags(chart.kinds);
  caption += element("p", escaped(chart.says));
  Markup body = element("figcaption", caption);
  if (!chart.legend.empty()) body += element("ul", {{"class", "legend"}}, chart.legend);
  body += element("div",
                  {{"class", "plot " + chart.shape}, {"tabindex", "0"}, {"role", "group"}, {"aria-label", chart.title}},
                  chart.picture);
  if (!chart.note.empty()) body += element("p", {{"class", "note"}}, escaped(chart.note));
  body += data_of(chart);
  const auto number = [](double value) { return fmt::format("{}", value); };
  if (!chart.zoomable) return element("figure", {{"id", chart.id}}, body) + Markup("\n");
  return element("figure",
                 {{"id", chart.id},
                  {"data-lines", "1"},
                  {"data-x-per", number(chart.lines.x_per)},
                  {"data-y-per", number(chart.lines.y_per)},
                  {"data-x-title", chart.lines.x_title},
                  {"data-y-title", chart.lines.y_title}},
                 body) +
         Markup("\n");
}

}  // namespace ksmsim
