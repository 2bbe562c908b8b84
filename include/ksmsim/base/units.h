#pragma once
// Quantities that must not be mixed up: simulated time and bytes. Both are 64-bit integers in their base unit
// (nanoseconds, bytes), converted only where it is written.
#include <compare>
#include <cstdint>

namespace ksmsim {

inline constexpr std::uint64_t kPageSize = 4096;

/// A span of simulated time in nanoseconds.
struct Duration {
  std::int64_t ns = 0;
  friend constexpr auto operator<=>(Duration, Duration) = default;
  friend constexpr Duration operator+(Duration a, Duration b) { return {a.ns + b.ns}; }
  friend constexpr Duration operator-(Duration a, Duration b) { return {a.ns - b.ns}; }
  friend constexpr Duration operator*(Duration a, std::int64_t n) { return {a.ns * n}; }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
};

/// A moment of simulated time, counted from the start of the run (ksmd's `run` becoming 1).
struct SimTime {
  std::int64_t ns = 0;
  friend constexpr auto operator<=>(SimTime, SimTime) = default;
  friend constexpr SimTime operator+(SimTime t, Duration d) { return {t.ns + d.ns}; }
  friend constexpr Duration operator-(SimTime a, SimTime b) { return {a.ns - b.ns}; }
  constexpr double seconds() const { return static_cast<double>(ns) * 1e-9; }
};

/// A number of bytes.
struct Bytes {
  std::uint64_t count = 0;
  friend constexpr auto operator<=>(Bytes, Bytes) = default;
  constexpr std::uint64_t pages() const { return count / kPageSize; }
};

constexpr Duration nanoseconds(std::int64_t n) { return {n}; }
constexpr Duration milliseconds(std::int64_t n) { return {n * 1'000'000}; }
constexpr Duration seconds(std::int64_t n) { return {n * 1'000'000'000}; }
constexpr Bytes kib(std::uint64_t n) { return {n << 10}; }
constexpr Bytes mib(std::uint64_t n) { return {n << 20}; }
constexpr Bytes gib(std::uint64_t n) { return {n << 30}; }

}  // namespace ksmsim
