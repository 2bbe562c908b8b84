#include "ksmsim/hash/page_hash.h"

#ifdef __x86_64__
#include <xxh_x86dispatch.h>  // also makes XXH3_64bits the one that looks at the CPU
#else
#include <xxhash.h>
#endif

namespace ksmsim {
namespace {

class Xxh3 final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f")) return "libxxhash avx512";
    if (__builtin_cpu_supports("avx2")) return "libxxhash avx2";
    return "libxxhash sse2";
#else
    return "libxxhash";
#endif
  }
  std::uint64_t hash(PageView page) const override { return XXH3_64bits(page.data(), page.size()); }
};

const Register<PageHash, Xxh3> registered{"xxh3", "XXH3, 64 bits, by the widest vectors there are"};

}  // namespace
}  // namespace ksmsim
