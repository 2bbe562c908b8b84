#include "alias_hash.h"

namespace ksmsim {
namespace {

/// The kernel's xxhash(): the variant of the machine's word size.
class XxHash final : public AliasHash {
 public:
  XxHash() : AliasHash(sizeof(void*) == 8 ? "xxh64" : "xxh32") {}
};

const Register<PageHash, XxHash> registered{
    "xxhash", "xxHash by word size, as KSM takes it since Linux 5.0: xxh64 here on 64 bits"};

}  // namespace
}  // namespace ksmsim
