#pragma once
// Counter-based random numbers: a value is a function of (seed, path, counter) and of nothing that happened before, so
// results do not depend on the order of looking. The mixer is SplitMix64's (Steele, Lea, Flood 2014), which is a
// bijection of 64-bit words; the distributions are our own, since std's differ between libraries.
#include <cstdint>
#include <string_view>

namespace ksmsim {

inline constexpr std::uint64_t kSplitMixGamma = 0x9E3779B97F4A7C15;

/// SplitMix64's output function: a bijection of 64-bit words.
constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

/// Output number `n` (from 0) of a SplitMix64 generator started with `state`.
constexpr std::uint64_t split_mix(std::uint64_t state, std::uint64_t n) {
  return mix64(state + (n + 1) * kSplitMixGamma);
}

/// A stream of random numbers with a name: "vm/3/contents". Streams of different paths are independent.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::string_view path) : key_(mix64(seed + kSplitMixGamma)) {
    for (const char c : path) key_ = mix64(key_ ^ static_cast<unsigned char>(c)) + kSplitMixGamma;
  }
  /// The stream's word number `counter`.
  constexpr std::uint64_t word(std::uint64_t counter) const { return split_mix(key_, counter); }
  /// Uniform in [0, 1), 53 bits.
  constexpr double unit(std::uint64_t counter) const { return static_cast<double>(word(counter) >> 11) * 0x1p-53; }
  /// Uniform in [0, bound), by multiplication; the bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t counter, std::uint64_t bound) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(word(counter)) * bound) >> 64);
  }

 private:
  std::uint64_t key_;
};

}  // namespace ksmsim
