#pragma once
// Numbers and quantities as scenarios write them, exactly: no rounding, no other bases, no leading
// zeros.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ksmsim/base/param.h"

namespace ksmsim {

/// A value, or what is wrong with the text: "expected ..., got '...'".
template <class T>
struct Parsed {
  std::optional<T> value;
  std::string error;
};

Parsed<std::uint64_t> parse_integer(std::string_view text);
Parsed<double> parse_real(std::string_view text);
Parsed<bool> parse_boolean(std::string_view text);
Parsed<Bytes> parse_size(std::string_view text);
Parsed<Duration> parse_duration(std::string_view text);
Parsed<Share> parse_share(std::string_view text);
/// Nanoseconds, to three decimals, at most a second: what a hash takes for a page.
Parsed<double> parse_cost(std::string_view text);

/// In the largest unit that needs no decimals: "4GiB", "1536MiB", "90s".
std::string format_size(Bytes size);
std::string format_duration(Duration duration);
std::string format_cost(double ns);
/// The shortest text that reads back as this number.
std::string format_real(double value);

}  // namespace ksmsim
