#pragma once
// What a page holds, as a value: a Content names 4096 bytes. Distinct values name distinct bytes, so equality is one
// compare; the bytes are made only when somebody needs them.
//
// The top byte of the value tells the kind; values of the kinds random, shared and owned are states of SplitMix64:
//   0     zero (value 0), else `random`: 512 little-endian words, SplitMix64's outputs from that state (contract.md)
//   1     `shared`: a page of a content model that other pages may hold too
//   2     `owned`: a page of a content model that by construction no other page ever holds; never worth a look-up
//   0xfc  `imported`: entry n of a table of contents; made elsewhere
//   0xfd  `first_word`: zeros, but the first 64-bit word is n        (written h5)
//   0xfe  `last_word`: zeros, but the last 64-bit word is n          (written e5)
//   0xff  `fill`: one byte throughout                                (written f61)
// Bytes of shared and owned pages: the first word is SplitMix64's first output from the value, a bijection; the other
// 511 are those of library page (value mod kLibraryPages), so that a working set of distinct pages larger than any
// cache can be made before it is hashed, by setting one word a page.
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ksmsim/base/page_bytes.h"
#include "ksmsim/base/random.h"
#include "ksmsim/base/units.h"

namespace ksmsim {

enum class ContentKind : std::uint8_t {
  random = 0,
  shared = 1,
  owned = 2,
  imported = 0xfc,
  first_word = 0xfd,
  last_word = 0xfe,
  fill = 0xff
};

inline constexpr std::uint64_t kContentPayload = (std::uint64_t{1} << 56) - 1;
inline constexpr std::uint32_t kLibraryPages = 1u << 17;  // 512 MiB

class Content {
 public:
  constexpr Content() = default;  // zeros
  constexpr explicit Content(std::uint64_t raw) : raw_(raw) {}
  /// `payload` below 2^56. Spellings of the same bytes give the same value: fill 0 and words of 0 are zero.
  static constexpr Content make(ContentKind kind, std::uint64_t payload) {
    const bool zero = payload == 0 &&
                      (kind == ContentKind::fill || kind == ContentKind::first_word || kind == ContentKind::last_word);
    return zero ? Content() : Content((static_cast<std::uint64_t>(kind) << 56) | (payload & kContentPayload));
  }
  constexpr std::uint64_t raw() const { return raw_; }
  constexpr ContentKind kind() const { return static_cast<ContentKind>(raw_ >> 56); }
  constexpr std::uint64_t payload() const { return raw_ & kContentPayload; }
  constexpr bool is_zero() const { return raw_ == 0; }
  constexpr bool is_owned() const { return kind() == ContentKind::owned; }
  friend constexpr bool operator==(Content, Content) = default;

 private:
  std::uint64_t raw_ = 0;
};

/// The first 8 bytes of the page as a big-endian number: its place in memcmp order, but for ties.
inline std::uint64_t content_prefix(Content c) {
  if (static_cast<std::uint8_t>(c.kind()) <= 2) return c.is_zero() ? 0 : __builtin_bswap64(split_mix(c.raw(), 0));
  switch (c.kind()) {
    case ContentKind::fill:
      return c.payload() * 0x0101010101010101;
    case ContentKind::first_word:
      return __builtin_bswap64(c.payload());
    case ContentKind::imported:
      return c.payload();
    default:
      return 0;
  }
}

/// memcmp order of the pages' bytes. Imported contents are ordered by their number, which is a rank.
std::strong_ordering content_order_on_tie(Content a, Content b);
inline std::strong_ordering content_order(Content a, Content b) {
  if (a == b) return std::strong_ordering::equal;
  const std::uint64_t x = content_prefix(a), y = content_prefix(b);
  if (x != y) return x <=> y;
  return content_order_on_tie(a, b);
}

/// Writes the page's bytes. Imported contents get stand-in bytes of the same order: their number, big-endian.
void content_fill(Content c, PageBytes page);
/// Words 1 to 511 of library page `number`; word 0 is left alone.
void content_fill_library(std::uint32_t number, PageBytes page);

}  // namespace ksmsim
