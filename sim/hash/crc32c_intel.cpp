#include "crc32c_parts.h"
#include "ksmsim/hash/page_hash.h"
#include "page_words.h"

#ifdef __x86_64__
#include <nmmintrin.h>
#include <wmmintrin.h>
#endif

namespace ksmsim {

std::string crc32c_hardware_lacks() {
#ifdef __x86_64__
  if (!__builtin_cpu_supports("sse4.2")) return "SSE4.2 (the crc32 instruction)";
  if (!__builtin_cpu_supports("pclmul")) return "PCLMULQDQ (carry-less multiplication)";
  return "";
#else
  return "SSE4.2 (the crc32 instruction): it is not an x86-64";
#endif
}

#ifdef __x86_64__
namespace {

// The crc32 instruction takes a word a cycle but answers after three, so that three streams are run
// side by side and then put together by a carry-less multiplication: the method of Intel's crc_pcl,
// which the kernel's crc32c-intel is.
constexpr std::size_t kWords = kPageSize / sizeof(std::uint64_t);
constexpr std::size_t kStream = kWords / 3;
constexpr std::size_t kStreamBits = kStream * 64;
constexpr std::size_t kRest = kWords % 3;

/// x^(bits - 33) mod the polynomial: its carry-less product with a remainder, put through crc32
/// (which is a product with x^32, and reflected products are off by one more), moves the remainder
/// over `bits` bits.
constexpr std::uint64_t shift_factor(std::size_t bits) { return crc32c_power_of_x(bits - 33); }
constexpr std::uint64_t kOver1 = shift_factor(kStreamBits);
constexpr std::uint64_t kOver2 = shift_factor(2 * kStreamBits);

__attribute__((target("sse4.2,pclmul"))) std::uint64_t move_over(std::uint64_t remainder, std::uint64_t factor) {
  const __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128(static_cast<long long>(remainder)),
                                               _mm_cvtsi64_si128(static_cast<long long>(factor)), 0);
  return _mm_crc32_u64(0, static_cast<std::uint64_t>(_mm_cvtsi128_si64(product)));
}

}  // namespace

__attribute__((target("sse4.2,pclmul"))) std::uint32_t crc32c_by_streams(PageView page) {
  std::uint64_t a = kCrc32cOnes, b = 0, c = 0;
  for (std::size_t i = 0; i < kStream; ++i) {
    a = _mm_crc32_u64(a, page_word<std::uint64_t>(page, i));
    b = _mm_crc32_u64(b, page_word<std::uint64_t>(page, i + kStream));
    c = _mm_crc32_u64(c, page_word<std::uint64_t>(page, i + 2 * kStream));
  }
  std::uint64_t crc = move_over(a, kOver2) ^ move_over(b, kOver1) ^ c;
  for (std::size_t i = kWords - kRest; i < kWords; ++i) {
    crc = _mm_crc32_u64(crc, page_word<std::uint64_t>(page, i));
  }
  return static_cast<std::uint32_t>(crc) ^ kCrc32cOnes;
}
#else
std::uint32_t crc32c_by_streams(PageView) { return 0; }  // never called: the constructors throw
#endif

namespace {

class Crc32cIntel final : public PageHash {
 public:
  Crc32cIntel() {
    const std::string lack = crc32c_hardware_lacks();
    if (!lack.empty()) throw UsageError("hash 'crc32c-intel' cannot run: this CPU lacks " + lack);
  }
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "sse4.2 pclmul, three streams"; }
  std::uint64_t hash(PageView page) const override { return crc32c_by_streams(page); }
};

const Register<PageHash, Crc32cIntel> registered{
    "crc32c-intel", "CRC-32C by the CPU's crc32 instruction, three streams, as the kernel's driver of that name"};

}  // namespace
}  // namespace ksmsim
