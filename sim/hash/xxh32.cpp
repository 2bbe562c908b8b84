#include <xxhash.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

class XxHash32 final : public PageHash {
 public:
  unsigned bits() const override { return 32; }
  std::string implementation() const override { return "libxxhash"; }
  std::uint64_t hash(PageView page) const override { return XXH32(page.data(), page.size(), 0); }
};

const Register<PageHash, XxHash32> registered{"xxh32",
                                              "xxHash, 32 bits, seed 0; KSM's hash since Linux 5.0 on 32-bit machines"};

}  // namespace
}  // namespace ksmsim
