#include <highwayhash/c_bindings.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

alignas(32) constexpr HHKey kKey = {0x0706050403020100, 0x0F0E0D0C0B0A0908, 0x1716151413121110,
                                    0x1F1E1D1C1B1A1918};  // bytes 0 to 31, as in its test vectors

class HighwayHash final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) return "libhighwayhash avx2";
    if (__builtin_cpu_supports("sse4.1")) return "libhighwayhash sse4.1";
#endif
    return "libhighwayhash";
  }
  std::uint64_t hash(PageView page) const override {
    return HighwayHash64(kKey, reinterpret_cast<const char*>(page.data()), page.size());
  }
};

const Register<PageHash, HighwayHash> registered{"highwayhash", "HighwayHash, 64 bits, keyed with the bytes 0 to 31"};

}  // namespace
}  // namespace ksmsim
