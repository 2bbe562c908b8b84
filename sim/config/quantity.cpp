#include "ksmsim/config/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "text.h"

namespace ksmsim {
namespace {

__extension__ using Wide = unsigned __int128;

struct Unit {
  std::string_view name;
  std::uint64_t size;
};

constexpr std::uint64_t kKibi = 1024, kKilo = 1000;
constexpr std::array<Unit, 13> kSizes = {{{"TiB", kKibi* kKibi* kKibi* kKibi},
                                          {"GiB", kKibi* kKibi* kKibi},
                                          {"MiB", kKibi* kKibi},
                                          {"KiB", kKibi},
                                          {"B", 1},
                                          {"kB", kKilo},
                                          {"MB", kKilo* kKilo},
                                          {"GB", kKilo* kKilo* kKilo},
                                          {"TB", kKilo* kKilo* kKilo* kKilo},
                                          {"K", kKibi},
                                          {"M", kKibi* kKibi},
                                          {"G", kKibi* kKibi* kKibi},
                                          {"T", kKibi* kKibi* kKibi* kKibi}}};
constexpr std::uint64_t kSecond = 1'000'000'000;
constexpr std::array<Unit, 7> kDurations = {{{"d", 86400 * kSecond},
                                             {"h", 3600 * kSecond},
                                             {"min", 60 * kSecond},
                                             {"s", kSecond},
                                             {"ms", 1'000'000},
                                             {"us", 1000},
                                             {"ns", 1}}};

constexpr std::array<Unit, 4> kCosts = {
    {{"s", kSecond * 1000}, {"ms", 1'000'000'000}, {"us", 1'000'000}, {"ns", 1000}}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool all_digits(std::string_view text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }

std::string expected(std::string_view what, std::string_view text) {
  return "expected " + std::string(what) + ", got " + quoted(text);
}

/// What every kind of number refuses alike; "" if nothing of that.
std::string number_fault(std::string_view text, std::string_view what) {
  if (text.empty()) return expected(what, text);
  const bool negative = text.size() > 1 && text[0] == '-' && is_digit(text[1]);
  if (negative) return "must not be negative: " + quoted(text);
  if (text.size() > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'o' || text[1] == 'b')) {
    return "write numbers in decimal, not " + quoted(text);
  }
  if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) {
    return "leading zeros are not allowed: " + quoted(text);
  }
  return {};
}

/// Whole part, decimals and unit of "1.5 GiB".
struct Parts {
  std::string_view whole, decimals, unit;
};

std::optional<Parts> split_quantity(std::string_view text) {
  Parts parts;
  std::size_t i = 0;
  while (i < text.size() && is_digit(text[i])) ++i;
  parts.whole = text.substr(0, i);
  if (i < text.size() && text[i] == '.') {
    const std::size_t from = ++i;
    while (i < text.size() && is_digit(text[i])) ++i;
    parts.decimals = text.substr(from, i - from);
    if (parts.decimals.empty()) return std::nullopt;
  }
  if (i < text.size() && text[i] == ' ') ++i;
  parts.unit = text.substr(i);
  if (parts.whole.empty()) return std::nullopt;
  return parts;
}

/// whole.decimals * unit, which must be a whole number of at most `most`.
Parsed<std::uint64_t> scale(const Parts& parts, std::uint64_t unit, std::uint64_t most, std::string_view base,
                            std::string_view text) {
  std::string_view decimals = parts.decimals;
  while (!decimals.empty() && decimals.back() == '0') decimals.remove_suffix(1);
  const std::string digits = std::string(parts.whole) + std::string(decimals);
  if (parts.whole.size() > 20) return {{}, "too large: " + quoted(text)};
  if (decimals.size() > 15) return {{}, "too many decimals: " + quoted(text)};
  Wide value = 0, divisor = 1;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  for (std::size_t i = 0; i < decimals.size(); ++i) divisor *= 10;
  // value < 10^35, and only its product with the unit may not fit: divide what is common first.
  const Wide whole = value / divisor, rest = value % divisor;
  if (whole > most / unit) return {{}, "too large: " + quoted(text)};
  if (rest * unit % divisor != 0) {
    return {{}, "is not a whole number of " + std::string(base) + ": " + quoted(text)};
  }
  const Wide total = whole * unit + rest * unit / divisor;
  if (total > most) return {{}, "too large: " + quoted(text)};
  return {static_cast<std::uint64_t>(total), {}};
}

Parsed<std::uint64_t> parse_quantity(std::string_view text, std::span<const Unit> units, std::uint64_t most,
                                     std::string_view what, std::string_view base) {
  if (std::string fault = number_fault(text, what); !fault.empty()) return {{}, std::move(fault)};
  const auto parts = split_quantity(text);
  if (!parts) return {{}, expected(what, text)};
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return u.name == parts->unit; });
  if (unit == units.end()) return {{}, expected(what, text)};
  return scale(*parts, unit->size, most, base, text);
}

std::string format_quantity(std::uint64_t value, std::span<const Unit> units) {
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) { return value % u.size == 0; });
  return std::to_string(value / unit->size) + std::string(unit->name);
}

/// digits [. digits] [e [+-] digits]
bool is_real(std::string_view text) {
  const auto skip_digits = [&] {
    const std::size_t before = text.size();
    while (!text.empty() && is_digit(text[0])) text.remove_prefix(1);
    return text.size() < before;
  };
  if (!skip_digits()) return false;
  if (!text.empty() && text[0] == '.') {
    text.remove_prefix(1);
    if (!skip_digits()) return false;
  }
  if (text.empty()) return true;
  if (text[0] != 'e' && text[0] != 'E') return false;
  text.remove_prefix(1);
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return all_digits(text);
}

}  // namespace

Parsed<std::uint64_t> parse_integer(std::string_view text) {
  constexpr std::string_view kWhat = "an integer";
  if (std::string fault = number_fault(text, kWhat); !fault.empty()) return {{}, std::move(fault)};
  if (!all_digits(text)) return {{}, expected(kWhat, text)};
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {{}, "too large: " + quoted(text)};
  return {value, {}};
}

Parsed<double> parse_real(std::string_view text) {
  constexpr std::string_view kWhat = "a number";
  if (std::string fault = number_fault(text, kWhat); !fault.empty()) return {{}, std::move(fault)};
  if (!is_real(text)) return {{}, expected(kWhat, text)};
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return {{}, "too large or too small: " + quoted(text)};
  return {value, {}};
}

Parsed<bool> parse_boolean(std::string_view text) {
  for (const std::string_view word : {"true", "on", "yes"}) {
    if (text == word) return {true, {}};
  }
  for (const std::string_view word : {"false", "off", "no"}) {
    if (text == word) return {false, {}};
  }
  return {{}, expected("true or false", text)};
}

Parsed<Bytes> parse_size(std::string_view text) {
  auto parsed = parse_quantity(text, kSizes, std::numeric_limits<std::int64_t>::max(),
                               "a size with a unit, such as 4GiB", "bytes");
  if (!parsed.value) return {{}, std::move(parsed.error)};
  return {Bytes{*parsed.value}, {}};
}

Parsed<Duration> parse_duration(std::string_view text) {
  constexpr std::int64_t kLongest = std::numeric_limits<std::int64_t>::max() / 2;  // two of them can be added
  auto parsed = parse_quantity(text, kDurations, kLongest, "a time with a unit, such as 30s", "nanoseconds");
  if (!parsed.value) return {{}, std::move(parsed.error)};
  return {Duration{static_cast<std::int64_t>(*parsed.value)}, {}};
}

Parsed<Share> parse_share(std::string_view text) {
  constexpr std::string_view kWhat = "a share such as 35% or 0.35";
  const bool percent = !text.empty() && text.back() == '%';
  const std::string_view number = text.substr(0, text.size() - (percent ? 1 : 0));
  if (std::string fault = number_fault(number, kWhat); !fault.empty()) return {{}, std::move(fault)};
  const auto parsed = parse_real(number);
  const double most = percent ? 100 : 1;
  if (!parsed.value || *parsed.value > most) return {{}, expected(kWhat, text)};
  return {Share{*parsed.value / most}, {}};
}

Parsed<double> parse_cost(std::string_view text) {
  auto parsed = parse_quantity(text, kCosts, kSecond * 1000, "a time with a unit, such as 445ns", "picoseconds");
  if (!parsed.value) return {{}, std::move(parsed.error)};
  return {static_cast<double>(*parsed.value) / 1000, {}};
}

std::string format_size(Bytes size) {
  return size.count == 0 ? "0B" : format_quantity(size.count, std::span(kSizes).first(5));
}

std::string format_duration(Duration duration) {
  if (duration.ns == 0) return "0s";
  return format_quantity(static_cast<std::uint64_t>(duration.ns), kDurations);
}

/// Never with an exponent, which a quantity cannot have.
std::string format_cost(double ns) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), ns, std::chars_format::fixed);
  return (error == std::errc{} ? std::string(buffer.data(), end) : std::string("0")) + "ns";
}

std::string format_real(double value) {
  std::array<char, 32> buffer{};
  const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return error == std::errc{} ? std::string(buffer.data(), end) : std::string("0");
}

}  // namespace ksmsim
