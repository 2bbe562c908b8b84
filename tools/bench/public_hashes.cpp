// Other people's implementations of our hashes, and plain loops, as plug-ins of this benchmark only.
#include <array>
#include <cstdint>
#include <cstring>

#ifdef KSMSIM_HAS_ISAL
#include <isa-l/crc.h>
#endif

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

class Public : public PageHash {
 public:
  std::string implementation() const override { return "for comparison"; }
};

/// Compiled into this file with -O3 -march=native.
class InlineXxh64 final : public Public {
  unsigned bits() const override { return 64; }
  std::uint64_t hash(PageView page) const override { return XXH64(page.data(), page.size(), 0); }
};
const Register<PageHash, InlineXxh64> inline_xxh64{"xxhash.h:xxh64", "xxhash.h, built for this CPU", {}};

class InlineXxh3 final : public Public {
  unsigned bits() const override { return 64; }
  std::uint64_t hash(PageView page) const override { return XXH3_64bits(page.data(), page.size()); }
};
const Register<PageHash, InlineXxh3> inline_xxh3{"xxhash.h:xxh3", "xxhash.h, built for this CPU", {}};

#ifdef KSMSIM_HAS_ISAL
class IsalCrc32c final : public Public {
  unsigned bits() const override { return 32; }
  std::uint64_t hash(PageView page) const override {
    auto* bytes = const_cast<unsigned char*>(reinterpret_cast<const unsigned char*>(page.data()));  // it only reads
    return ~crc32_iscsi(bytes, static_cast<int>(page.size()), ~0U);
  }
};
const Register<PageHash, IsalCrc32c> isal{"isa-l:crc32c", "ISA-L's crc32_iscsi, by CPU dispatch", {}};
#endif

}  // namespace
}  // namespace ksmsim
