#include "alias_hash.h"
#include "crc32c_parts.h"

namespace ksmsim {
namespace {

/// The kernel's libcrc32c: the best there is on this machine.
class Crc32c final : public AliasHash {
 public:
  Crc32c() : AliasHash(crc32c_hardware_lacks().empty() ? "crc32c-hw" : "crc32c-sw") {}
};

const Register<PageHash, Crc32c> registered{"crc32c",
                                            "CRC-32C: crc32c-hw where the CPU has the instruction, else crc32c-sw"};

}  // namespace
}  // namespace ksmsim
