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
    mix_step(a, b, c, 4);
    mix_step(b, c, a, 6);
    mix_step(c, a, b, 8);
    mix_step(a, b, c, 16);
    mix_step(b, c, a, 19);
    mix_step(c, a, b, 4);
  }
  void finish() {
    finish_step(c, b, 14);
    finish_step(a, c, 11);
    finish_step(b, a, 25);
    finish_step(c, b, 16);
    finish_step(a, c, 4);
    finish_step(b, a, 14);
    finish_step(c, b, 24);
  }

 private:
  static void mix_step(std::uint32_t& x, std::uint32_t y, std::uint32_t& z, int rotation) {
    x -= z;
    x ^= std::rotl(z, rotation);
    z += y;
  }
  static void finish_step(std::uint32_t& x, std::uint32_t y, int rotation) {
    x ^= y;
    x -= std::rotl(y, rotation);
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

const Register<PageHash, Jhash2> registered{"jhash2",
                                            "Bob Jenkins' lookup3 over 32-bit words; KSM's hash up to Linux 4.20"};

}  // namespace
}  // namespace ksmsim
