// Hashes that read a part of a page only: cheaper, and blind to changes in the rest.
#include <xxhash.h>

#include <array>
#include <cstring>

#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

constexpr std::size_t kLine = 64;

/// xxh64 over every n-th cache line, the first included.
template <std::size_t n>
class XxHash64OfLines final : public PageHash {
 public:
  unsigned bits() const override { return 64; }
  std::string implementation() const override { return "libxxhash"; }
  std::size_t bytes_read() const override { return kPageSize / n; }
  std::uint64_t hash(PageView page) const override {
    std::array<std::byte, kPageSize / n> lines;
    for (std::size_t i = 0; i < lines.size(); i += kLine) std::memcpy(lines.data() + i, page.data() + n * i, kLine);
    return XXH64(lines.data(), lines.size(), 0);
  }
};

const Register<PageHash, XxHash64OfLines<4>> every_4th{
    "xxh64-quarter", "xxh64 over every 4th cache line only: misses changes in the others"};
const Register<PageHash, XxHash64OfLines<16>> every_16th{
    "xxh64-sixteenth", "xxh64 over every 16th cache line only: misses changes in the others"};

}  // namespace
}  // namespace ksmsim
