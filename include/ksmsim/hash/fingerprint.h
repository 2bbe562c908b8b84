#pragma once
// 128 bits that name bytes: XXH3-128. Two pages with the same fingerprint are taken for equal; among 2^40 pages of
// different bytes that goes wrong with a chance below 2^-48. Not cryptographic: whoever can choose bytes can make two
// pages that are taken for one.
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ksmsim {

struct Fingerprint {
  std::uint64_t high = 0, low = 0;
  friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

Fingerprint fingerprint(std::span<const std::byte> bytes);
/// 64 bits (XXH3-64) that tell whether stored bytes are still what they were.
std::uint64_t check_sum(std::span<const std::byte> bytes);

}  // namespace ksmsim
