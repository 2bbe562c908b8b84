#include "evp_hash.h"

namespace ksmsim {
namespace {

class Blake2b final : public EvpHash {
 public:
  Blake2b() : EvpHash("BLAKE2B-512") {}
};

const Register<PageHash, Blake2b> registered{"blake2b", "BLAKE2b, its first 64 bits"};

}  // namespace
}  // namespace ksmsim
