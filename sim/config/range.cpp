#include "range.h"

#include <algorithm>
#include <cmath>

#include "text.h"

namespace ksmsim {
namespace {

constexpr std::size_t kMostValues = 100000;

using Values = Parsed<std::vector<std::string>>;

/// A number and its unit, which is kept as written.
struct End {
  double number = 0;
  std::string_view unit;
};

Parsed<End> parse_end(std::string_view text) {
  const std::size_t unit = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto number = parse_real(text.substr(0, unit));
  if (!number.value) return {{}, number.error};
  return {End{*number.value, text.substr(unit)}, {}};
}

/// "from..to:kind=amount".
struct Parts {
  std::string_view from, to, kind, amount;
};

std::optional<Parts> split(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  const std::size_t dots = text.find("..");
  if (colon == std::string_view::npos || dots == std::string_view::npos || dots > colon) return std::nullopt;
  const std::string_view how = text.substr(colon + 1);
  const std::size_t equals = std::min(how.find('='), how.size());
  Parts parts{text.substr(0, dots), text.substr(dots + 2, colon - dots - 2), how.substr(0, equals), {}};
  if (equals < how.size()) parts.amount = how.substr(equals + 1);
  return parts;
}

std::string value_text(double number, std::string_view unit) {
  // Twelve digits: 0.1 + 0.1 + 0.1 is to be 0.3.
  const double scale = std::pow(10, 11 - std::floor(std::log10(std::max(std::abs(number), 1e-300))));
  const double rounded = number == 0 || !std::isfinite(scale) ? number : std::round(number * scale) / scale;
  return format_real(rounded) + std::string(unit);
}

class Range {
 public:
  Range(std::string_view text, End from, End to) : text_(text), from_(from), to_(to) {}

  Values step(std::string_view amount) const {
    const auto by = parse_end(amount);
    if (!by.value || by.value->number <= 0) return fault("a step above 0, as 100..1000:step=100");
    if (!by.value->unit.empty() && by.value->unit != from_.unit) return fault("a step in the unit of its ends");
    const double steps = std::floor((to_.number - from_.number) / by.value->number + 1e-9);
    if (steps >= kMostValues) return fault("at most 100000 values");
    return values(static_cast<std::size_t>(steps) + 1, [&](double i) { return from_.number + i * by.value->number; });
  }
  Values log2(std::string_view amount) const {
    if (!amount.empty() || from_.number <= 0) return fault("ends above 0 and nothing after log2, as 100..1600:log2");
    const double doublings = std::floor(std::log2(to_.number / from_.number) + 1e-9);
    return values(static_cast<std::size_t>(doublings) + 1, [&](double i) { return std::ldexp(from_.number, int(i)); });
  }
  Values linspace(std::string_view amount) const {
    const auto count = parse_integer(amount);
    if (!count.value || *count.value < 2 || *count.value > kMostValues) {
      return fault("how many values, at least 2, as 0..50:linspace=6");
    }
    const double last = static_cast<double>(*count.value - 1);
    return values(*count.value, [&](double i) { return from_.number + (to_.number - from_.number) * i / last; });
  }
  Values fault(const std::string& expected) const { return {{}, "expected " + expected + ", got " + quoted(text_)}; }

 private:
  template <class At>
  Values values(std::size_t count, const At& at) const {
    std::vector<std::string> list;
    for (std::size_t i = 0; i < count; ++i) list.push_back(value_text(at(static_cast<double>(i)), from_.unit));
    return {std::move(list), {}};
  }

  std::string_view text_;
  End from_, to_;
};

}  // namespace

Values expand_range(std::string_view text) {
  const std::optional<Parts> parts = split(text);
  if (!parts) return {};
  const auto from = parse_end(parts->from), to = parse_end(parts->to);
  const Range range(text, from.value.value_or(End{}), to.value.value_or(End{}));
  if (!from.value || !to.value) return range.fault("two numbers as ends, as 100..1000:step=100");
  if (from.value->unit != to.value->unit) return range.fault("ends in one unit, as 512MiB..2048MiB:log2");
  if (from.value->number > to.value->number) return range.fault("the smaller end first");
  if (parts->kind == "step") return range.step(parts->amount);
  if (parts->kind == "log2") return range.log2(parts->amount);
  if (parts->kind == "linspace") return range.linspace(parts->amount);
  return range.fault("step=N, log2 or linspace=N after the colon");
}

}  // namespace ksmsim
