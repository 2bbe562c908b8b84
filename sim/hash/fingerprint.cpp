#include "ksmsim/hash/fingerprint.h"

#include <xxh_x86dispatch.h>

namespace ksmsim {

Fingerprint fingerprint(std::span<const std::byte> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::uint64_t check_sum(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

}  // namespace ksmsim
