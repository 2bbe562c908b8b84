#pragma once
// A time on the command line, as in scenarios: "10s", "2min".
#include <string>

#include "ksmsim/base/error.h"
#include "ksmsim/config/quantity.h"

namespace ksmsim {

/// UsageError naming the option.
inline Duration time_option(const std::string& option, const std::string& text) {
  const Parsed<Duration> time = parse_duration(text);
  if (!time.value) throw UsageError(option + ": " + time.error);
  return *time.value;
}

/// The same of more than 0.
inline Duration period_option(const std::string& option, const std::string& text) {
  const Duration period = time_option(option, text);
  if (period.ns <= 0) throw UsageError(option + ": expected a time of more than 0");
  return period;
}

}  // namespace ksmsim
