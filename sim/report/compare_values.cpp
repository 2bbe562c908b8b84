#include "compare_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "format.h"

namespace ksmsim {
namespace {

constexpr double kChance = 0.05;

std::string number_text(std::string_view unit, double value) {
  if (unit == "ns" && std::abs(value) < 1e5) return fixed_text(value, 2) + " ns";
  if (unit == "ns") return exact_duration_text(value / 1e9);
  if (unit == "s") return exact_duration_text(value);
  if (unit == "%") return fixed_text(value, 3) + " %";
  if (unit == "bytes") return bytes_text(static_cast<std::int64_t>(std::llround(value)));
  return fixed_text(value, value == std::floor(value) ? 0 : 1);
}

}  // namespace

std::string value_text(const Figure& figure, const ComparedValue& value) {
  const std::string text = number_text(figure.unit, value.mean);
  return value.deviation > 0 ? text + " +- " + number_text(figure.unit, value.deviation) : text;
}

std::string change_text(const ComparedValue& value) {
  return value.change ? signed_text(100 * *value.change, 1) + " %" : "";
}

std::string times_text(const Figure& figure, double value, double baseline) {
  const bool is_time = (figure.unit == "ns" || figure.unit == "s") && figure.better == Figure::Better::less;
  if (!is_time || value <= 0 || baseline <= 0) return "";
  const double ratio = value < baseline ? baseline / value : value / baseline;
  if (ratio < 1.005) return "";
  return fmt::format("{:.2f} times {}", ratio, value < baseline ? "faster" : "slower");
}

std::string chance_text(const ComparedValue& value) {
  if (!value.p) return "";
  if (*value.p < 0.001) return "p < 0.001";
  return fmt::format("p = {:.2g}{}", *value.p, may_be_chance(value) ? ": may be chance" : "");
}

bool may_be_chance(const ComparedValue& value) { return value.p && *value.p >= kChance && value.change != 0.0; }

bool is_equal_for_all(const ComparedFigure& figure) {
  const auto& values = figure.values;
  const auto first = std::find_if(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
  return std::all_of(first, values.end(), [&](const auto& value) {
    return !value || (value->mean == (*first)->mean && value->deviation == (*first)->deviation);
  });
}

}  // namespace ksmsim
