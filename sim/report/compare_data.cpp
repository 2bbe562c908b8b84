// A comparison for other programs.
#include <ostream>

#include "csv_field.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/experiment/settings_label.h"
#include "ksmsim/report/compare_report.h"

namespace ksmsim {
namespace {

Tree texts_tree(const std::vector<std::string>& texts) {
  Tree::List list;
  for (const std::string& text : texts) list.push_back(Tree(text));
  return {std::move(list)};
}

Tree optional_tree(const std::optional<double>& value) { return value ? Tree(*value) : Tree(); }

Tree value_tree(const std::optional<ComparedValue>& value) {
  if (!value) return {};
  return {Tree::Map{{"mean", Tree(value->mean)},
                    {"repeats", Tree(std::uint64_t{value->repeats})},
                    {"deviation", Tree(value->deviation)},
                    {"change", optional_tree(value->change)},
                    {"p", optional_tree(value->p)}}};
}

Tree figure_tree(const ComparedFigure& figure, const std::vector<std::string>& names) {
  Tree::List values, ranking;
  for (const auto& value : figure.values) values.push_back(value_tree(value));
  for (const std::size_t i : ranked(figure)) ranking.push_back(Tree(names[i]));
  return {Tree::Map{{"name", Tree(std::string(figure.figure->name))},
                    {"unit", Tree(std::string(figure.figure->unit))},
                    {"values", {std::move(values)}},
                    {"best_first", {std::move(ranking)}}}};
}

Tree case_tree(const ComparedCase& one, const std::vector<std::string>& names) {
  Tree::Map settings;
  Tree::List figures;
  for (const auto& [key, value] : one.settings) settings.emplace_back(key, Tree(value));
  for (const ComparedFigure& figure : one.figures) figures.push_back(figure_tree(figure, names));
  return {Tree::Map{{"settings", {std::move(settings)}}, {"figures", {std::move(figures)}}}};
}

Tree check_tree(const CheckedThreshold& check) {
  return {Tree::Map{{"condition", Tree(check.condition)},
                    {"must_hold", Tree(!check.forbidden)},
                    {"fine", Tree(check.where.empty())},
                    {"failed_by", texts_tree(check.where)}}};
}

}  // namespace

Tree compare_tree(const CompareReport& report) {
  const ResultComparison& comparison = report.comparison;
  Tree::List differences, cases, checks;
  for (const Difference& difference : comparison.differences) {
    differences.push_back({Tree::Map{{"key", Tree(difference.key)}, {"values", texts_tree(difference.values)}}});
  }
  for (const ComparedCase& one : comparison.cases) cases.push_back(case_tree(one, comparison.names));
  for (const CheckedThreshold& check : report.checks) checks.push_back(check_tree(check));
  return {Tree::Map{{"version", Tree(std::uint64_t{1})},
                    {"alternatives", texts_tree(comparison.names)},
                    {"baseline", Tree(comparison.names[comparison.baseline])},
                    {"checksum_sources", texts_tree(comparison.checksum_sources)},
                    {"differences", {std::move(differences)}},
                    {"cases", {std::move(cases)}},
                    {"not_in_all", texts_tree(comparison.unmatched)},
                    {"checks", {std::move(checks)}}}};
}

void write_compare_csv(const CompareReport& report, std::ostream& out) {
  const ResultComparison& comparison = report.comparison;
  const auto optional_text = [](const std::optional<double>& value) { return value ? format_real(*value) : ""; };
  out << "settings,figure,unit,alternative,repeats,mean,deviation,change,p\n";
  for (const ComparedCase& one : comparison.cases) {
    const std::string settings = one.settings.empty() ? "" : settings_label(one.settings);
    for (const ComparedFigure& figure : one.figures) {
      for (std::size_t i = 0; i < figure.values.size(); ++i) {
        if (!figure.values[i]) continue;
        const ComparedValue& value = *figure.values[i];
        out << csv_field(settings) << ',' << figure.figure->name << ',' << figure.figure->unit << ','
            << csv_field(comparison.names[i]) << ',' << value.repeats << ',' << format_real(value.mean) << ','
            << format_real(value.deviation) << ',' << optional_text(value.change) << ',' << optional_text(value.p)
            << '\n';
      }
    }
  }
}

}  // namespace ksmsim
