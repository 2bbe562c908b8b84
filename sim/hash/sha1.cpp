#include "evp_hash.h"

namespace ksmsim {
namespace {

class Sha1 final : public EvpHash {
 public:
  Sha1() : EvpHash("SHA1") {}
};

const Register<PageHash, Sha1> registered{"sha1", "SHA-1, its first 64 bits"};

}  // namespace
}  // namespace ksmsim
