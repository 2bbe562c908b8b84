#include "ksmsim/analysis/threshold.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ksmsim/base/error.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/experiment/settings_label.h"

namespace ksmsim {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The longer ones first.
constexpr std::array<std::string_view, 6> kRelations{"<=", ">=", "==", "!=", "<", ">"};

std::optional<double> quantity(std::string_view text, std::string_view unit) {
  if (unit == "ns") {
    if (const auto duration = parse_duration(text); duration.value) return static_cast<double>(duration.value->ns);
  } else if (unit == "s") {
    if (const auto duration = parse_duration(text); duration.value) return duration.value->seconds();
  } else if (unit == "bytes") {
    if (const auto size = parse_size(text); size.value) return static_cast<double>(size.value->count);
  }
  return std::nullopt;
}

/// Also a negative one.
std::optional<double> number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const Parsed<double> parsed = parse_real(negative ? text.substr(1) : text);
  if (!parsed.value) return std::nullopt;
  return negative ? -*parsed.value : *parsed.value;
}

std::string place(const ResultComparison& comparison, const ComparedCase& one, std::size_t alternative) {
  const std::string& name = comparison.names[alternative];
  return one.settings.empty() ? name : name + ", " + settings_label(one.settings);
}

/// Six figures.
std::string rounded(double value) {
  std::array<char, 32> buffer{};
  char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6).ptr;
  return {buffer.data(), end};
}

/// "1413.16 ns", "+5.1 %".
std::string shown(const Threshold& threshold, double value) {
  if (threshold.of_change()) {
    return std::string(value >= 0 ? "+" : "").append(rounded(std::round(value * 1000) / 10)).append(" %");
  }
  const std::string text = rounded(value);
  const std::string_view unit = threshold.figure().unit;
  return unit.empty() ? text : text + " " + std::string(unit);
}

}  // namespace

Threshold::Threshold(std::string_view text) : text_(text) {
  for (std::size_t i = 0; i < kRelations.size(); ++i) {
    const std::size_t at = text.find(kRelations[i]);
    if (at == std::string_view::npos) continue;
    constexpr std::array kMeanings{Relation::at_most, Relation::at_least, Relation::equal,
                                   Relation::other,   Relation::less,     Relation::more};
    relation_ = kMeanings[i];
    figure_ = &find_figure(trimmed(text.substr(0, at)));
    read_limit(trimmed(text.substr(at + kRelations[i].size())));
    return;
  }
  throw UsageError("'" + text_ + "': expected a condition such as 'checksum.mean_ns < 1500' or 'saved_pages < -2%'");
}

void Threshold::read_limit(std::string_view limit) {
  const bool percent = limit.ends_with('%');
  const std::string_view bare = percent ? trimmed(limit.substr(0, limit.size() - 1)) : limit;
  const bool sign = !bare.empty() && (bare.front() == '+' || bare.front() == '-');
  std::optional<double> value = number(bare.starts_with('+') ? bare.substr(1) : bare);
  of_change_ = percent && sign;
  if (of_change_ && value) *value /= 100;
  if (percent && !sign && figure_->unit != "%") value.reset();
  if (!value && !percent) value = quantity(limit, figure_->unit);
  if (!value) {
    const std::string unit(figure_->unit.empty() ? "" : ", in " + std::string(figure_->unit));
    throw UsageError("'" + text_ + "': expected a number" + unit + ", or a change such as +5%, got '" +
                     std::string(limit) + "'");
  }
  limit_ = *value;
}

bool Threshold::holds(double value) const {
  switch (relation_) {
    case Relation::less:
      return value < limit_;
    case Relation::at_most:
      return value <= limit_;
    case Relation::more:
      return value > limit_;
    case Relation::at_least:
      return value >= limit_;
    case Relation::equal:
      return value == limit_;
    case Relation::other:
      break;
  }
  return value != limit_;
}

CheckedThreshold check_threshold(const ResultComparison& comparison, const Threshold& threshold, bool forbidden) {
  CheckedThreshold checked{threshold.text(), forbidden, {}};
  for (const ComparedCase& one : comparison.cases) {
    const auto found = std::find_if(one.figures.begin(), one.figures.end(),
                                    [&](const ComparedFigure& f) { return f.figure == &threshold.figure(); });
    for (std::size_t i = 0; i < comparison.names.size(); ++i) {
      if (threshold.of_change() && i == comparison.baseline) continue;
      std::optional<double> value;
      if (found != one.figures.end() && found->values[i]) {
        value = threshold.of_change() ? found->values[i]->change : found->values[i]->mean;
      }
      if (value && threshold.holds(*value) != forbidden) continue;
      checked.where.push_back(place(comparison, one, i) + ": " + (value ? shown(threshold, *value) : "not told"));
    }
  }
  return checked;
}

}  // namespace ksmsim
