#include "ksmsim/report/compare_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compare_values.h"
#include "format.h"
#include "ksmsim/experiment/settings_label.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostRows = 20, kMostRanked = 8, kMostCases = 12;

bool is_shown(const CompareReport& report, const ComparedFigure& figure) {
  return report.only.empty() || std::find(report.only.begin(), report.only.end(), figure.figure) != report.only.end();
}

std::string more_text(std::size_t all, std::size_t shown) {
  return fmt::format("{} more; --json has all", all - shown);
}

std::string list_text(const std::vector<std::string>& texts, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < texts.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + texts[i];
  return texts.size() > most ? text + ", and " + more_text(texts.size(), most) : text;
}

Block lead_block(const ResultComparison& comparison) {
  Block block;
  block.heading =
      counted(comparison.names.size() - 1, "alternative") + " against " + comparison.names[comparison.baseline];
  const auto& sources = comparison.checksum_sources;
  const bool same =
      std::count(sources.begin(), sources.end(), sources.front()) == static_cast<std::ptrdiff_t>(sources.size());
  block.facts.push_back({"checksum times", same ? sources.front() : "modelled and measured: see below"});
  block.facts.push_back({"everything else", "simulated"});
  if (!comparison.unmatched.empty()) {
    block.facts.push_back({"not in all of them", list_text(comparison.unmatched, kMostRows)});
  }
  return block;
}

/// Of two, a row a key; of more, a row an alternative.
Block differences_block(const ResultComparison& comparison) {
  Block block;
  block.heading = "What differs in what was asked for";
  const std::vector<std::string>& names = comparison.names;
  const std::size_t shown = std::min(comparison.differences.size(), kMostRows);
  if (shown == 0) {
    block.paragraphs.push_back("Nothing, or only what their names say.");
    return block;
  }
  Grid& grid = block.grid.emplace();
  grid.columns = {{names.size() == 2 ? "key" : "", false}};
  if (names.size() == 2) {
    for (const std::string& name : names) grid.columns.push_back({name, false});
    for (std::size_t i = 0; i < shown; ++i) {
      const Difference& difference = comparison.differences[i];
      grid.rows.push_back({difference.key, difference.values[0], difference.values[1]});
    }
  } else {
    for (std::size_t a = 0; a < names.size() && a < kMostRows; ++a) {
      std::vector<std::string>& cells = grid.rows.emplace_back(1, names[a]);
      for (std::size_t i = 0; i < shown; ++i) cells.push_back(comparison.differences[i].values[a]);
    }
    for (std::size_t i = 0; i < shown; ++i) grid.columns.push_back({comparison.differences[i].key, false});
  }
  const std::size_t all = comparison.differences.size();
  if (all > shown) block.paragraphs.push_back(more_text(all, shown) + ".");
  return block;
}

Block case_block(const ComparedCase& one) {
  Block block;
  block.heading = one.settings.empty() ? "What came out" : "What came out of " + settings_label(one.settings);
  return block;
}

/// Of two: a row a figure.
void add_pair(const CompareReport& report, const ComparedCase& one, Block& block) {
  const ResultComparison& comparison = report.comparison;
  const std::size_t base = comparison.baseline, other = 1 - base;
  Grid& grid = block.grid.emplace();
  grid.columns = {{"figure", false}, {comparison.names[base]}, {comparison.names[other]}, {"change"}, {"", false}};
  for (const ComparedFigure& figure : one.figures) {
    if (!is_shown(report, figure) || is_equal_for_all(figure)) continue;
    const ComparedValue &a = *figure.values[base], &b = *figure.values[other];
    const std::string times = times_text(*figure.figure, b.mean, a.mean), chance = chance_text(b);
    grid.rows.push_back({std::string(figure.figure->name), value_text(*figure.figure, a), value_text(*figure.figure, b),
                         change_text(b), times + (times.empty() || chance.empty() ? "" : ", ") + chance});
  }
}

std::string cell(const Figure& figure, const std::optional<ComparedValue>& value) {
  if (!value) return "-";
  const std::string change = change_text(*value);
  return value_text(figure, *value) + (change.empty() ? "" : " (" + change + ")") + (may_be_chance(*value) ? " ~" : "");
}

/// Of more: a row an alternative.
void add_many(const CompareReport& report, const ComparedCase& one, Block& block) {
  const std::vector<std::string>& names = report.comparison.names;
  Grid& grid = block.grid.emplace();
  grid.columns = {{"", false}};
  for (std::size_t i = 0; i < names.size() && i < kMostRows; ++i) grid.rows.push_back({names[i]});
  bool chance = false;
  for (const ComparedFigure& figure : one.figures) {
    if (!is_shown(report, figure) || is_equal_for_all(figure)) continue;
    grid.columns.push_back({std::string(figure.figure->name)});
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
      grid.rows[i].push_back(cell(*figure.figure, figure.values[i]));
      chance = chance || (figure.values[i] && may_be_chance(*figure.values[i]));
    }
  }
  if (chance) block.paragraphs.push_back("~: may be chance, by Welch's t test of the repeats (p >= 0.05).");
  if (names.size() > kMostRows) block.paragraphs.push_back(more_text(names.size(), kMostRows) + ".");
}

std::string equal_text(const CompareReport& report, const ComparedCase& one) {
  std::vector<std::string> equal;
  for (const ComparedFigure& figure : one.figures) {
    if (!is_shown(report, figure) || !is_equal_for_all(figure)) continue;
    const auto told =
        std::find_if(figure.values.begin(), figure.values.end(), [](const auto& v) { return v.has_value(); });
    equal.push_back(std::string(figure.figure->name) + " " + value_text(*figure.figure, **told));
  }
  return list_text(equal, equal.size());
}

bool is_ranked(const CompareReport& report, const ComparedFigure& figure) {
  constexpr std::array<std::string_view, 4> kUsual{"checksum.mean_ns", "ksmd.cpu_seconds", "settled_seconds",
                                                   "saved_pages"};
  return report.only.empty() ? std::find(kUsual.begin(), kUsual.end(), figure.figure->name) != kUsual.end()
                             : is_shown(report, figure);
}

std::string ranking_text(const ComparedFigure& figure, const std::vector<std::string>& names) {
  const std::vector<std::size_t> order = ranked(figure);
  std::vector<std::string> texts;
  const double best = order.empty() ? 0 : figure.values[order.front()]->mean;
  for (const std::size_t i : order) {
    const std::string times = times_text(*figure.figure, figure.values[i]->mean, best);
    texts.push_back(names[i] + (times.empty() ? "" : " (" + times + ")"));
  }
  return list_text(texts, kMostRanked);
}

void add_rankings(const CompareReport& report, const ComparedCase& one, Document& document) {
  Block block;
  block.heading = "Best first";
  for (const ComparedFigure& figure : one.figures) {
    if (!is_ranked(report, figure)) continue;
    const std::string text = ranking_text(figure, report.comparison.names);
    if (!text.empty()) block.facts.push_back({std::string(figure.figure->name), text});
  }
  if (!block.facts.empty()) document.push_back(std::move(block));
}

Block checks_block(const std::vector<CheckedThreshold>& checks) {
  Block block;
  block.heading = "Checks";
  for (const CheckedThreshold& check : checks) {
    const std::string verdict = check.where.empty() ? "fine" : "FAILED by " + list_text(check.where, kMostRanked);
    block.facts.push_back({(check.forbidden ? "not " : "") + check.condition, verdict});
  }
  return block;
}

}  // namespace

Document compare_document(const CompareReport& report) {
  const ResultComparison& comparison = report.comparison;
  Document document{lead_block(comparison), differences_block(comparison)};
  for (std::size_t i = 0; i < comparison.cases.size() && i < kMostCases; ++i) {
    const ComparedCase& one = comparison.cases[i];
    Block block = case_block(one);
    const std::string equal = equal_text(report, one);
    if (!equal.empty()) block.facts.push_back({"equal for all", equal});
    comparison.names.size() == 2 ? add_pair(report, one, block) : add_many(report, one, block);
    document.push_back(std::move(block));
    if (comparison.names.size() > 2) add_rankings(report, one, document);
  }
  if (comparison.cases.size() > kMostCases) {
    document.back().paragraphs.push_back(more_text(comparison.cases.size(), kMostCases) + ".");
  }
  if (!report.checks.empty()) document.push_back(checks_block(report.checks));
  return document;
}

}  // namespace ksmsim
