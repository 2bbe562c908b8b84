#pragma once
// CRC-32C (Castagnoli), bit-reflected, initial value and final xor of all ones: what iSCSI, ext4
// and RFC 3720 use. The three names crc32c, crc32c-hw and crc32c-sw give this one digest.
#include <cstdint>
#include <string>

namespace ksmsim {

inline constexpr std::uint32_t kCrc32cPolynomial = 0x82F63B78;  // reflected
inline constexpr std::uint32_t kCrc32cOnes = 0xffffffff;

/// `remainder` times x, modulo the polynomial.
constexpr std::uint32_t crc32c_times_x(std::uint32_t remainder) {
  return (remainder >> 1) ^ ((remainder & 1) != 0 ? kCrc32cPolynomial : 0);
}

/// Why this CPU cannot run crc32c-hw; empty: it can.
std::string crc32c_hardware_lacks();

}  // namespace ksmsim
