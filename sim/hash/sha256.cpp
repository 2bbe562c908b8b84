#include "evp_hash.h"

namespace ksmsim {
namespace {

class Sha256 final : public EvpHash {
 public:
  Sha256() : EvpHash("SHA256") {}
};

const Register<PageHash, Sha256> registered{"sha256", "SHA-256, its first 64 bits"};

}  // namespace
}  // namespace ksmsim
