#include <wyhash.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

class WyHash final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override { return "portable"; }
  std::uint64_t hash(PageView page) const override { return wyhash(page.data(), page.size(), 0, _wyp); }
};

const Register<PageHash, WyHash> registered{"wyhash", "wyhash, 64 bits, seed 0, default secret"};

}  // namespace
}  // namespace ksmsim
