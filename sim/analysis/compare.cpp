#include "ksmsim/analysis/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "differences.h"
#include "ksmsim/base/error.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/experiment/settings_label.h"
#include "welch.h"

namespace ksmsim {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;
using Points = std::vector<const PointResult*>;

/// Points with the same settings, but for the seed.
struct Group {
  Settings settings;
  Points points;
};

/// Groups in the order in which their first points came.
class Groups {
 public:
  void add(const Settings& settings, const PointResult& point) {
    const auto [place, added] = places_.emplace(settings, groups_.size());
    if (added) groups_.push_back({settings, {}});
    groups_[place->second].points.push_back(&point);
  }
  const std::vector<Group>& all() const { return groups_; }
  /// The points of these settings; nullptr if there are none.
  const Points* find(const Settings& settings) const {
    const auto place = places_.find(settings);
    return place == places_.end() ? nullptr : &groups_[place->second].points;
  }

 private:
  std::vector<Group> groups_;
  std::map<Settings, std::size_t> places_;
};

struct Alternative {
  std::string name;
  Groups groups;
};

Settings without_seed(Settings settings) {
  std::erase_if(settings, [](const auto& setting) { return setting.first == "seed"; });
  return settings;
}

Groups groups_of(const RunResult& result) {
  Groups groups;
  for (const PointResult& point : result.points) groups.add(without_seed(point.settings), point);
  return groups;
}

/// The same points, whatever they set.
Groups without_settings(const Group& group) {
  Groups groups;
  for (const PointResult* point : group.points) groups.add({}, *point);
  return groups;
}

std::vector<Alternative> alternatives_of(const std::vector<NamedResult>& results) {
  std::vector<Alternative> alternatives;
  for (const NamedResult& named : results) {
    if (named.result.points.empty()) throw UsageError(named.name + ": the result has no points");
    alternatives.push_back({named.name, groups_of(named.result)});
  }
  if (alternatives.size() != 1) return alternatives;
  const Groups groups = std::move(alternatives.front().groups);
  if (groups.all().size() < 2) {
    throw UsageError("nothing to compare: " + results.front().name + " has one point; give another result");
  }
  alternatives.clear();
  for (const Group& group : groups.all()) {
    alternatives.push_back({settings_label(group.settings), without_settings(group)});
  }
  return alternatives;
}

std::set<std::string> keys_of(const RunResult& result) {
  std::set<std::string> keys;
  for (const PointResult& point : result.points) {
    for (const auto& setting : point.settings) keys.insert(setting.first);
  }
  return keys;
}

/// Results of one point each are compared whatever they set.
void drop_single_settings(std::vector<Alternative>& alternatives) {
  const bool single = std::all_of(alternatives.begin(), alternatives.end(),
                                  [](const Alternative& alternative) { return alternative.groups.all().size() == 1; });
  if (!single) return;
  for (Alternative& alternative : alternatives) {
    alternative.groups = without_settings(alternative.groups.all().front());
  }
}

std::optional<Repeats> repeats_of(const Points& points, const Figure& figure) {
  std::vector<double> values;
  for (const PointResult* point : points) {
    const std::optional<double> value = figure.value(*point);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  Repeats repeats{values.size(), 0, 0};
  const auto n = static_cast<double>(values.size());
  repeats.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - repeats.mean) * (value - repeats.mean);
  if (values.size() > 1) repeats.deviation = std::sqrt(squares / (n - 1));
  return repeats;
}

ComparedValue compared(const Repeats& value, const std::optional<Repeats>& base) {
  ComparedValue out{value.count, value.mean, value.deviation, {}, {}};
  if (!base) return out;
  if (base->mean != 0) out.change = (value.mean - base->mean) / std::abs(base->mean);
  if (base->mean == value.mean) out.change = 0;
  if (value.count > 1 && base->count > 1) out.p = welch_p(value, *base);
  return out;
}

ComparedFigure compared_figure(const Figure& figure, const std::vector<const Points*>& all, std::size_t baseline) {
  ComparedFigure out{&figure, {}};
  const std::optional<Repeats> base = repeats_of(*all[baseline], figure);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::optional<Repeats> value = repeats_of(*all[i], figure);
    out.values.push_back(value ? std::optional(compared(*value, i == baseline ? std::nullopt : base)) : std::nullopt);
  }
  return out;
}

ComparedCase compared_case(const Settings& settings, const std::vector<const Points*>& all, std::size_t baseline) {
  ComparedCase out{settings, {}};
  for (const Figure& figure : figures()) {
    ComparedFigure compared = compared_figure(figure, all, baseline);
    const auto told = std::count_if(compared.values.begin(), compared.values.end(),
                                    [](const auto& value) { return value.has_value(); });
    if (told > 1) out.figures.push_back(std::move(compared));
  }
  return out;
}

std::size_t find_baseline(const std::vector<std::string>& names, const std::string& wanted) {
  if (wanted.empty()) return 0;
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == wanted) return i;
    if (names[i].find(wanted) != std::string::npos) found.push_back(i);
  }
  if (found.size() == 1) return found.front();
  const std::string near = nearest_word(wanted, names);
  throw UsageError("'" + wanted + "' is the name of " + (found.empty() ? "no" : "more than one") + " alternative" +
                   (near.empty() ? "; there is '" + names.front() + "'" : " (did you mean '" + near + "'?)"));
}

/// Matches what the alternatives have in common.
class Matcher {
 public:
  /// `named`: keys that the names of the alternatives have.
  Matcher(const std::vector<Alternative>& alternatives, std::set<std::string> named, ResultComparison& comparison)
      : alternatives_(alternatives), named_(std::move(named)), comparison_(comparison) {}

  void run() {
    for (const Alternative& alternative : alternatives_) {
      for (const Group& group : alternative.groups.all()) add(group.settings);
    }
    if (comparison_.cases.empty()) {
      throw UsageError("nothing to compare: the results have no point in common, such as " +
                       comparison_.unmatched.front());
    }
  }

 private:
  void add(const Settings& settings) {
    if (!seen_.insert(settings).second) return;
    std::vector<const Points*> all;
    std::string lacking;
    for (const Alternative& alternative : alternatives_) {
      const Points* points = alternative.groups.find(settings);
      if (points != nullptr) all.push_back(points);
      if (points == nullptr) lacking.append(lacking.empty() ? "" : ", ").append(alternative.name);
    }
    if (!lacking.empty()) {
      comparison_.unmatched.push_back(settings_label(settings) + " (not in " + lacking + ")");
      return;
    }
    if (comparison_.cases.empty()) add_differences(all);
    comparison_.cases.push_back(compared_case(settings, all, comparison_.baseline));
  }
  void add_differences(const std::vector<const Points*>& all) {
    Points firsts;
    bool repeats = false;
    for (const Points* points : all) {
      firsts.push_back(points->front());
      comparison_.checksum_sources.push_back(points->front()->checksum.source);
      repeats = repeats || points->size() > 1;
    }
    comparison_.differences = differences_of(firsts, repeats);
    std::erase_if(comparison_.differences, [&](const Difference& difference) { return named_.count(difference.key); });
  }

  const std::vector<Alternative>& alternatives_;
  const std::set<std::string> named_;
  ResultComparison& comparison_;
  std::set<Settings> seen_;
};

}  // namespace

ResultComparison compare_results(const std::vector<NamedResult>& results, const std::string& baseline) {
  if (results.empty()) throw UsageError("nothing to compare: no result given");
  std::vector<Alternative> alternatives = alternatives_of(results);
  drop_single_settings(alternatives);
  ResultComparison comparison;
  for (const Alternative& alternative : alternatives) comparison.names.push_back(alternative.name);
  comparison.baseline = find_baseline(comparison.names, baseline);
  Matcher(alternatives, results.size() == 1 ? keys_of(results.front().result) : std::set<std::string>{}, comparison)
      .run();
  return comparison;
}

std::vector<std::size_t> ranked(const ComparedFigure& figure) {
  const Figure::Better better = figure.figure->better;
  const auto& values = figure.values;
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool told = std::all_of(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
  if (better == Figure::Better::neither || !told) return {};
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return better == Figure::Better::less ? values[a]->mean < values[b]->mean : values[a]->mean > values[b]->mean;
  });
  if (values[order.front()]->mean == values[order.back()]->mean) return {};
  return order;
}

}  // namespace ksmsim
