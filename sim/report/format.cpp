#include "format.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace ksmsim {
namespace {

/// Three figures without trailing zeros: 4.88, 48.8, 488.
std::string three_figures(double value) {
  std::string text = fmt::format("{:.{}f}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
  if (text.find('.') == std::string::npos) return text;
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string long_duration_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  const std::uint64_t minutes = whole / 60 % 60, hours = whole / 3600;
  if (hours == 0) return fmt::format("{} min {} s", minutes, whole % 60);
  return fmt::format("{} h {} min {} s", hours, minutes, whole % 60);
}

}  // namespace

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = std::abs(static_cast<double>(bytes));
  std::size_t unit = 0;
  while (value >= 1023.5 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{}{} {}", bytes < 0 ? "-" : "", three_figures(value), kUnits[unit]);
}

std::string pages_text(std::uint64_t pages) { return bytes_text(static_cast<std::int64_t>(pages * kPageSize)); }

std::string duration_text(double seconds) {
  if (seconds >= 59.95) return long_duration_text(seconds);
  if (seconds >= 1 || seconds == 0) return three_figures(seconds) + " s";
  if (seconds >= 1e-3) return three_figures(seconds * 1e3) + " ms";
  if (seconds >= 1e-6) return three_figures(seconds * 1e6) + " us";
  return three_figures(seconds * 1e9) + " ns";
}

std::string exact_duration_text(double seconds) {
  return seconds < 1 ? duration_text(seconds) : fixed_text(seconds, 3) + " s";
}

std::string rough_text(double number) {
  if (number >= 1e9) return three_figures(number / 1e9) + " billion";
  if (number >= 1e6) return three_figures(number / 1e6) + " million";
  return fmt::format("{:.0f}", number);
}

std::string fixed_text(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string signed_text(double value, int decimals) {
  std::string text = fixed_text(value, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero || text.front() == '-' ? text : "+" + text;
}

std::string share_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  return fixed_text(100 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

std::string counted(std::uint64_t n, const std::string& noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace ksmsim
