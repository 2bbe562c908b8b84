#include "scale.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "../format.h"

namespace ksmsim {
namespace {

double round_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double lead = rough / power;
  return power * (lead <= 1.0000001 ? 1 : lead <= 2.0000001 ? 2 : lead <= 5.0000001 ? 5 : 10);
}

/// Decimals that tell multiples of `step` apart.
int decimals_for(double step) {
  int decimals = 0;
  for (double rest = step; decimals < 9 && std::abs(rest - std::round(rest)) > 1e-6 * rest; rest *= 10) ++decimals;
  return decimals;
}

/// 12 345: groups of three before the point.
std::string grouped(const std::string& number) {
  const std::size_t first = number.front() == '-' ? 1 : 0;
  const std::size_t end = std::min(number.find('.'), number.size());
  if (end - first < 5) return number;
  std::string out;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (i > first && i < end && (end - i) % 3 == 0) out += "\xe2\x80\xaf";  // a narrow space that does not break
    out += number[i];
  }
  return out;
}

/// The first, the last, and of those between as many as keep so far from each other that labels do not meet on the
/// narrowest chart.
std::vector<double> apart(const std::vector<double>& all) {
  constexpr double kLeast = 0.18;  // of the axis
  const double whole = std::log(all.back() / all.front());
  std::vector<double> kept{all.front()};
  for (const double at : all) {
    const bool far = std::log(at / kept.back()) >= kLeast * whole && std::log(all.back() / at) >= kLeast * whole;
    if (far) kept.push_back(at);
  }
  kept.push_back(all.back());
  return kept;
}

}  // namespace

Ticks round_ticks(double from, double to, int wanted) {
  if (!(to > from)) {
    const double pad = from == 0 ? 1 : std::abs(from) * 0.5;
    if (from >= 0) from = std::max(0.0, from - pad);
    to += pad;
  }
  Ticks ticks;
  ticks.step = round_step((to - from) / wanted);
  const auto first = std::llround(std::floor(from / ticks.step + 1e-9));
  const auto last = std::llround(std::ceil(to / ticks.step - 1e-9));
  for (auto i = first; i <= last; ++i) ticks.at.push_back(static_cast<double>(i) * ticks.step);
  return ticks;
}

Ticks log_ticks(double from, double to) {
  std::vector<double> all;
  const auto first = std::lround(std::floor(std::log10(from))), last = std::lround(std::ceil(std::log10(to))) + 1;
  for (auto power = first; power <= last; ++power) {
    for (const double lead : {1.0, 2.0, 5.0}) all.push_back(lead * std::pow(10, static_cast<double>(power)));
  }
  const auto begin = std::prev(std::upper_bound(all.begin(), all.end(), from));
  const auto end = std::lower_bound(std::next(begin), all.end(), to);
  return {*begin, apart({begin, std::next(end)})};
}

std::string tick_text(double value, double step) { return grouped(fixed_text(value, decimals_for(step))); }

Unit memory_unit(double most_bytes) {
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  std::size_t i = 0;
  double per = 1;
  while (i + 1 < kUnits.size() && most_bytes >= 1024 * per) {
    per *= 1024;
    ++i;
  }
  return {kUnits[i], per};
}

Unit time_unit(double most_seconds) {
  if (most_seconds >= 1.5 * 3600) return {"h", 3600};
  if (most_seconds >= 5 * 60) return {"min", 60};
  if (most_seconds >= 1 || most_seconds <= 0) return {"s", 1};
  return most_seconds >= 1e-3 ? Unit{"ms", 1e-3} : Unit{"\xc2\xb5s", 1e-6};
}

Scale::Scale(double from, double to, int wanted, Kind kind)
    : kind_(kind), ticks_(kind == Kind::log ? log_ticks(from, to) : round_ticks(from, to, wanted)) {}

double Scale::share(double value) const {
  const double first = ticks_.at.front(), last = ticks_.at.back();
  if (kind_ == Kind::linear) return (value - first) / (last - first);
  return (std::log(value) - std::log(first)) / (std::log(last) - std::log(first));
}

}  // namespace ksmsim
