// Straightforward loops in the style of C, compiled with -O2: what a hash of ours must not be slower than.
#include <array>
#include <cstdint>
#include <cstring>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

std::uint32_t rotated(std::uint32_t x, int by) { return x << by | x >> (32 - by); }

/// Bob Jenkins' hashword (2006, public domain), over all words of the page.
std::uint32_t jhash2_loop(const std::uint32_t* k, std::uint32_t length, std::uint32_t initial) {
  std::uint32_t a = 0xdeadbeef + (length << 2) + initial, b = a, c = a;
  for (; length > 3; length -= 3, k += 3) {
    a += k[0], b += k[1], c += k[2];
    a -= c, a ^= rotated(c, 4), c += b;
    b -= a, b ^= rotated(a, 6), a += c;
    c -= b, c ^= rotated(b, 8), b += a;
    a -= c, a ^= rotated(c, 16), c += b;
    b -= a, b ^= rotated(a, 19), a += c;
    c -= b, c ^= rotated(b, 4), b += a;
  }
  a += k[0];  // 1024 words: one is left
  c ^= b, c -= rotated(b, 14);
  a ^= c, a -= rotated(c, 11);
  b ^= a, b -= rotated(a, 25);
  c ^= b, c -= rotated(b, 16);
  a ^= c, a -= rotated(c, 4);
  b ^= a, b -= rotated(a, 14);
  c ^= b, c -= rotated(b, 24);
  return c;
}

class LoopJhash2 final : public PageHash {
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "a plain loop at -O2"; }
  std::uint64_t hash(PageView page) const override {
    std::uint32_t words[kPageSize / 4];
    if (reinterpret_cast<std::uintptr_t>(page.data()) % 4 == 0) {
      return jhash2_loop(reinterpret_cast<const std::uint32_t*>(page.data()), kPageSize / 4, 17);
    }
    std::memcpy(words, page.data(), kPageSize);
    return jhash2_loop(words, kPageSize / 4, 17);
  }
};
const Register<PageHash, LoopJhash2> jhash2{"loop:jhash2", "lookup3, a plain loop at -O2", {}};

std::array<std::uint32_t, 256> byte_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
    table[byte] = crc;
  }
  return table;
}

class LoopCrc32c final : public PageHash {
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "a plain loop over a table of bytes at -O2"; }
  std::uint64_t hash(PageView page) const override {
    std::uint32_t crc = ~0U;
    for (const std::byte byte : page) crc = crc >> 8 ^ table_[(crc ^ static_cast<std::uint32_t>(byte)) & 0xff];
    return ~crc;
  }
  std::array<std::uint32_t, 256> table_ = byte_table();
};
const Register<PageHash, LoopCrc32c> crc32c{"loop:crc32c", "CRC-32C by bytes, a plain loop at -O2", {}};

}  // namespace
}  // namespace ksmsim
