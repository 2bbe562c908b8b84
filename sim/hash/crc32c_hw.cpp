#include "crc32c_parts.h"
#include "ksmsim/hash/page_hash.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace ksmsim {
namespace {

#ifdef __x86_64__
bool can_fold() { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("vpclmulqdq"); }

#define KSMSIM_FOLDING __attribute__((target("avx512f,vpclmulqdq,pclmul,sse4.2")))

// Folding (Gopal and others, "Fast CRC computation for generic polynomials using PCLMULQDQ", Intel 2009): 128 bits that
// stand `bits` before others are, modulo the polynomial, the sum of two products of 64 by 32 bits, which are added to
// those. Reflected products are off by one; a power of x below x^32 has its place in the upper half of 64 bits.
constexpr long long factor_over(std::size_t bits) {
  return static_cast<long long>(std::uint64_t{crc32c_power_of_x(bits - 1)} << 32);
}

/// `ahead`, whose lanes stand `bits` before those of `after`, put into these.
template <std::size_t bits>
KSMSIM_FOLDING inline __m512i fold(__m512i ahead, __m512i after) {
  constexpr long long kFirst = factor_over(bits + 64), kSecond = factor_over(bits);
  const __m512i factors = _mm512_set_epi64(kSecond, kFirst, kSecond, kFirst, kSecond, kFirst, kSecond, kFirst);
  const __m512i first = _mm512_clmulepi64_epi128(ahead, factors, 0x00);
  const __m512i second = _mm512_clmulepi64_epi128(ahead, factors, 0x11);
  return _mm512_ternarylogic_epi64(first, second, after, 0x96);  // exclusive or of all three
}

KSMSIM_FOLDING inline __m512i load(PageView page, std::size_t at) { return _mm512_loadu_si512(page.data() + at); }

/// The checksum of the 64 bytes of a vector: its first three lanes put to the last one's place.
KSMSIM_FOLDING inline std::uint32_t crc32c_of(__m512i lanes) {
  const __m512i factors = _mm512_set_epi64(0, 0, factor_over(128), factor_over(192), factor_over(256), factor_over(320),
                                           factor_over(384), factor_over(448));
  alignas(64) std::uint64_t folded[8], words[8];
  _mm512_store_si512(folded, _mm512_xor_si512(_mm512_clmulepi64_epi128(lanes, factors, 0x00),
                                              _mm512_clmulepi64_epi128(lanes, factors, 0x11)));
  _mm512_store_si512(words, lanes);
  const std::uint64_t low = folded[0] ^ folded[2] ^ folded[4] ^ words[6];
  const std::uint64_t high = folded[1] ^ folded[3] ^ folded[5] ^ words[7];
  return static_cast<std::uint32_t>(_mm_crc32_u64(_mm_crc32_u64(0, low), high)) ^ kCrc32cOnes;
}

KSMSIM_FOLDING std::uint32_t crc32c_by_folding(PageView page) {
  constexpr std::size_t kVector = 64, kStep = 4 * kVector;
  __m512i a = load(page, 0), b = load(page, kVector), c = load(page, 2 * kVector), d = load(page, 3 * kVector);
  a = _mm512_xor_si512(a, _mm512_zextsi128_si512(_mm_cvtsi32_si128(-1)));  // the initial value
  for (std::size_t at = kStep; at < kPageSize; at += kStep) {
    a = fold<8 * kStep>(a, load(page, at));
    b = fold<8 * kStep>(b, load(page, at + kVector));
    c = fold<8 * kStep>(c, load(page, at + 2 * kVector));
    d = fold<8 * kStep>(d, load(page, at + 3 * kVector));
  }
  b = fold<8 * kVector>(a, b);
  c = fold<8 * kVector>(b, c);
  return crc32c_of(fold<8 * kVector>(c, d));
}
#else
bool can_fold() { return false; }
std::uint32_t crc32c_by_folding(PageView) { return 0; }
#endif

class Crc32cHardware final : public PageHash {
 public:
  Crc32cHardware() {
    const std::string lack = crc32c_hardware_lacks();
    if (!lack.empty()) throw UsageError("hash 'crc32c-hw' cannot run: this CPU lacks " + lack);
  }
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return folds_ ? "avx512 vpclmulqdq" : "sse4.2 pclmul, three streams"; }
  std::uint64_t hash(PageView page) const override {
    return folds_ ? crc32c_by_folding(page) : crc32c_by_streams(page);
  }

 private:
  bool folds_ = can_fold();
};

const Register<PageHash, Crc32cHardware> registered{
    "crc32c-hw", "CRC-32C by the CPU's own means: folding by carry-less multiplication, or else as crc32c-intel"};

}  // namespace
}  // namespace ksmsim
