#include <array>

#include "crc32c_parts.h"
#include "ksmsim/hash/crc32c.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

/// Table t has the remainders of a byte followed by t zero bytes.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = crc32c_times_x(remainder);
    tables[0][byte] = remainder;
  }
  for (std::size_t t = 1; t < tables.size(); ++t) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[t - 1][byte];
      tables[t][byte] = (before >> 8) ^ tables[0][before & 0xff];
    }
  }
  return tables;
}
constexpr Tables kTables = make_tables();

/// The four bytes at `bytes` as a little-endian number, on any machine.
std::uint32_t little_endian(const std::byte* bytes) {
  return std::to_integer<std::uint32_t>(bytes[0]) | std::to_integer<std::uint32_t>(bytes[1]) << 8 |
         std::to_integer<std::uint32_t>(bytes[2]) << 16 | std::to_integer<std::uint32_t>(bytes[3]) << 24;
}

class Crc32cSoftware final : public PageHash {
 public:
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "portable, slicing by 8"; }
  std::uint64_t hash(PageView page) const override { return crc32c(page); }
};

const Register<PageHash, Crc32cSoftware> registered{"crc32c-sw",
                                                    "CRC-32C by tables, as the kernel without the crc32 instruction"};

}  // namespace

/// Eight bytes a step (Kounavis and Berry, 2005), as the kernel's generic code.
std::uint32_t crc32c(std::span<const std::byte> bytes) {
  std::uint32_t crc = kCrc32cOnes;
  for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
    const std::uint32_t low = little_endian(bytes.data()) ^ crc;
    const std::uint32_t high = little_endian(bytes.data() + 4);
    crc = kTables[7][low & 0xff] ^ kTables[6][(low >> 8) & 0xff] ^ kTables[5][(low >> 16) & 0xff] ^
          kTables[4][low >> 24] ^ kTables[3][high & 0xff] ^ kTables[2][(high >> 8) & 0xff] ^
          kTables[1][(high >> 16) & 0xff] ^ kTables[0][high >> 24];
  }
  for (const std::byte byte : bytes) crc = (crc >> 8) ^ kTables[0][(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
  return crc ^ kCrc32cOnes;
}
}  // namespace ksmsim
