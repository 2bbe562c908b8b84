#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace ksmsim {

/// CRC-32C of any bytes, by tables. As the page hash crc32c-sw, and many file formats' check sums.
std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace ksmsim
