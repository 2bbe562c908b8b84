// Changes of pages as programs make them.
#include <algorithm>
#include <cstring>

#include "ksmsim/base/random.h"
#include "ksmsim/hash/missed_changes.h"

namespace ksmsim {
namespace {

constexpr std::uint32_t kWords = kPageSize / sizeof(std::uint64_t);

std::uint64_t word_at(PageBytes page, std::uint64_t i) {
  std::uint64_t word = 0;
  std::memcpy(&word, page.data() + i * sizeof word, sizeof word);
  return word;
}
void put_word(PageBytes page, std::uint64_t i, std::uint64_t word) {
  std::memcpy(page.data() + i * sizeof word, &word, sizeof word);
}

/// Number v of the pairs i < j of words, in an order that covers the page early on: the distance grows slowly.
void swap_words(PageBytes page, std::uint32_t v) {
  const std::uint32_t distance = 1 + (v - 1) / kWords % (kWords - 1), first = (v - 1) % kWords;
  const std::uint32_t second = (first + distance) % kWords;
  const std::uint64_t word = word_at(page, first);
  put_word(page, first, word_at(page, second));
  put_word(page, second, word);
}

/// A clock as struct timespec, read every millisecond or so.
void put_time(PageBytes page, const RandomStream& where, std::uint32_t v) {
  const std::uint64_t at = where.below(0, kWords - 1);
  const std::uint64_t ns = 1'700'000'000'000'000'000 + 1'000'000ull * v + where.below(v, 900'000);
  put_word(page, at, ns / 1'000'000'000);
  put_word(page, at + 1, ns % 1'000'000'000);
}

void put_zeros(PageBytes page, const RandomStream& where, std::uint32_t v) {
  const std::uint64_t length = 1 + v % 64, first = where.below(v, kWords - length + 1);
  std::memset(page.data() + first * sizeof(std::uint64_t), 0, length * sizeof(std::uint64_t));
}

}  // namespace

void make_version(ChangeKind kind, PageView base, std::uint64_t seed, std::uint32_t number, PageBytes out) {
  std::copy(base.begin(), base.end(), out.begin());
  if (number == 0) return;
  const RandomStream where(seed, kChangeKinds[static_cast<std::size_t>(kind)]);
  switch (kind) {
    case ChangeKind::bit: {
      const std::uint64_t bit = (where.word(0) + std::uint64_t{number} * 12345) % (kPageSize * 8);  // 12345 is odd
      out[bit / 8] ^= std::byte{1} << (bit % 8);
      break;
    }
    case ChangeKind::counter: {
      const std::uint64_t at = where.below(0, kWords);
      put_word(out, at, word_at(out, at) + number);
      break;
    }
    case ChangeKind::timestamp:
      put_time(out, where, number);
      break;
    case ChangeKind::swapped_words:
      swap_words(out, number);
      break;
    case ChangeKind::shifted:
      std::rotate(out.begin(), out.begin() + number % kPageSize, out.end());
      break;
    case ChangeKind::zero_run:
      put_zeros(out, where, number);
      break;
    case ChangeKind::real:
      break;
  }
}

}  // namespace ksmsim
