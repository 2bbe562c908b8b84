#include <xxhash.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

class XxHash64 final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override { return "libxxhash"; }
  std::uint64_t hash(PageView page) const override { return XXH64(page.data(), page.size(), 0); }
};

const Register<PageHash, XxHash64> registered{"xxh64",
                                              "xxHash, 64 bits, seed 0; KSM's hash since Linux 5.0 on 64-bit machines"};

}  // namespace
}  // namespace ksmsim
