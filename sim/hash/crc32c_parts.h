#pragma once
// CRC-32C (Castagnoli), bit-reflected, initial value and final xor of all ones: what iSCSI, ext4
// and RFC 3720 use. All names that begin with crc32c give this one digest.
#include <cstddef>
#include <cstdint>
#include <string>

#include "ksmsim/base/page_bytes.h"

namespace ksmsim {

inline constexpr std::uint32_t kCrc32cPolynomial = 0x82F63B78;  // reflected
inline constexpr std::uint32_t kCrc32cOnes = 0xffffffff;

/// `remainder` times x, modulo the polynomial.
constexpr std::uint32_t crc32c_times_x(std::uint32_t remainder) {
  return (remainder >> 1) ^ ((remainder & 1) != 0 ? kCrc32cPolynomial : 0);
}

/// x^n modulo the polynomial.
constexpr std::uint32_t crc32c_power_of_x(std::size_t n) {
  std::uint32_t power = 0x80000000;  // x^0
  for (std::size_t i = 0; i < n; ++i) power = crc32c_times_x(power);
  return power;
}

/// Why this CPU cannot run crc32c-hw and crc32c-intel; empty: it can.
std::string crc32c_hardware_lacks();
/// Only where crc32c_hardware_lacks() nothing.
std::uint32_t crc32c_by_streams(PageView page);

}  // namespace ksmsim
