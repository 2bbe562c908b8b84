#include <highwayhash/c_bindings.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kKey[2] = {0x0706050403020100, 0x0F0E0D0C0B0A0908};  // bytes 0 to 15

class SipHash final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override { return "libhighwayhash, portable"; }
  std::uint64_t hash(PageView page) const override {
    return SipHashC(kKey, reinterpret_cast<const char*>(page.data()), page.size());
  }
};

const Register<PageHash, SipHash> registered{"siphash", "SipHash-2-4, 64 bits, keyed with the bytes 0 to 15"};

}  // namespace
}  // namespace ksmsim
