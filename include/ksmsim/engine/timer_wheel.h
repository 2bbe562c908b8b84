#pragma once
// When a sleep of the kernel's ends. Since Linux 4.8 timers live in a wheel: a timeout of k ticks fires at tick now + k
// + 1, and one of 63 ticks or more is rounded up to its level's granularity (8 ticks, from 504 on 64, and so on).
// Measured on 6.18, HZ 250: 20 ms are 24 ms, 200 ms 204 ms, 250 ms 256 ms, 500 ms 512 ms.
#include <cstdint>

#include "ksmsim/base/units.h"

namespace ksmsim {

/// Whole ticks in a span of `ns` nanoseconds, rounded down. Ticks of 300 Hz are no whole number of nanoseconds, so
/// seconds and the rest are counted apart.
constexpr std::int64_t ticks_in(std::int64_t ns, std::uint32_t hz) {
  return ns / 1'000'000'000 * hz + ns % 1'000'000'000 * hz / 1'000'000'000;
}
/// When tick number `tick` comes, rounded up to a nanosecond.
constexpr SimTime tick_time(std::int64_t tick, std::uint32_t hz) {
  return {tick / hz * 1'000'000'000 + (tick % hz * 1'000'000'000 + hz - 1) / hz};
}

/// The tick at which a sleep of `timeout` that starts at `now` ends, on a kernel of `hz` ticks a second. A timeout of 0
/// ends at the next tick.
inline SimTime timer_expiry(SimTime now, Duration timeout, std::uint32_t hz) {
  const std::int64_t whole = ticks_in(timeout.ns, hz);
  const std::int64_t ticks = tick_time(whole, hz).ns < timeout.ns ? whole + 1 : whole;
  std::int64_t shift = 0;
  while (shift < 24 && ticks >= (std::int64_t{63} << shift)) shift += 3;
  const std::int64_t expiry = (((ticks_in(now.ns, hz) + ticks) >> shift) + 1) << shift;
  return tick_time(expiry, hz);
}

}  // namespace ksmsim
