#include <bit>
#include <cstdint>

#include "ksmsim/hash/page_hash.h"
#include "page_words.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWords = kPageSize / sizeof(std::uint32_t);
constexpr std::uint32_t kInitialValue = 17;  // as KSM calls it

struct Lookup3 {
  std::uint32_t a, b, c;

  void mix() {
    a -= c, a ^= std::rotl(c, 4), c += b;
    b -= a, b ^= std::rotl(a, 6), a += c;
    c -= b, c ^= std::rotl(b, 8), b += a;
    a -= c, a ^= std::rotl(c, 16), c += b;
    b -= a, b ^= std::rotl(a, 19), a += c;
    c -= b, c ^= std::rotl(b, 4), b += a;
  }
  void finish() {
    c ^= b, c -= std::rotl(b, 14);
    a ^= c, a -= std::rotl(c, 11);
    b ^= a, b -= std::rotl(a, 25);
    c ^= b, c -= std::rotl(b, 16);
    a ^= c, a -= std::rotl(c, 4);
    b ^= a, b -= std::rotl(a, 14);
    c ^= b, c -= std::rotl(b, 24);
  }
};

/// Bob Jenkins' lookup3, `hashword` (2006, public domain), over 1024 words: KSM's hash up to
/// Linux 4.20.
class Jhash2 final : public PageHash {
 public:
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "portable"; }
  std::uint64_t hash(PageView page) const override {
    constexpr std::uint32_t kStart = 0xdeadbeef + (kWords << 2) + kInitialValue;
    Lookup3 state{kStart, kStart, kStart};
    static_assert(kWords % 3 == 1, "one word is left for the end");
    for (std::size_t i = 0; i + 1 < kWords; i += 3) {
      state.a += page_word<std::uint32_t>(page, i);
      state.b += page_word<std::uint32_t>(page, i + 1);
      state.c += page_word<std::uint32_t>(page, i + 2);
      state.mix();
    }
    state.a += page_word<std::uint32_t>(page, kWords - 1);
    state.finish();
    return state.c;
  }
};

const Register<PageHash, Jhash2> registered{
    "jhash2", "Bob Jenkins' lookup3 over 32-bit words; KSM's hash up to Linux 4.20"};

}  // namespace
}  // namespace ksmsim
