#include "ksmsim/hash/missed_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "ksmsim/base/random.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {
namespace {

constexpr std::size_t kWords = kPageSize / 8;
using Words = std::array<std::uint64_t, kWords>;

/// Every other page is random; the others are as an array of pointers, with few bits that differ. All words differ.
Words base_page(std::uint64_t number) {
  Words words{};
  for (std::size_t i = 0; i < kWords; ++i) {
    words[i] = number % 2 == 0 ? split_mix(number, i) : 0x00007f0000000000 + (number << 20) + 64 * (i + 1);
  }
  return words;
}

Words flip_bit(Words page, std::uint64_t n) {
  page[n / 64] ^= std::uint64_t{1} << (n % 64);
  return page;
}

/// A counter somewhere in the page goes up.
Words count_up(Words page, std::uint64_t n) {
  page[page[0] % kWords] += n;
  return page;
}

/// Seconds and nanoseconds beside each other, at ticks of 4 ms.
Words stamp_time(Words page, std::uint64_t n) {
  const std::size_t at = page[0] % (kWords - 1);
  page[at] = 1'700'000'000 + n / 250;
  page[at + 1] = n % 250 * 4'000'000;
  return page;
}

/// The n-th pair of words, (1, 0), (2, 0), (2, 1), ..., changes places.
Words swap_words(Words page, std::uint64_t n) {
  auto high = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8 * static_cast<double>(n))) / 2);
  while (high * (high - 1) / 2 > n) --high;
  while (high * (high + 1) / 2 <= n) ++high;
  std::swap(page[high], page[n - high * (high - 1) / 2]);
  return page;
}

/// Turned round by n bytes.
Words shift(const Words& page, std::uint64_t n) {
  Words shifted;
  auto* const to = reinterpret_cast<unsigned char*>(shifted.data());
  const auto* const from = reinterpret_cast<const unsigned char*>(page.data());
  std::memcpy(to, from + n, kPageSize - n);
  std::memcpy(to + kPageSize - n, from, n);
  return shifted;
}

/// Of n's run, of all there are over words, by its end and its length.
Words zero_run(Words page, std::uint64_t n) {
  auto end = static_cast<std::uint64_t>((std::sqrt(1 + 8 * static_cast<double>(n)) - 1) / 2);
  while (end * (end + 1) / 2 > n) --end;
  while ((end + 1) * (end + 2) / 2 <= n) ++end;
  for (std::uint64_t at = n - end * (end + 1) / 2; at <= end; ++at) page[at] = 0;
  return page;
}

struct Kind {
  const char *name, *what;
  std::uint64_t versions;  ///< that one page has, all different
  Words (*version)(Words page, std::uint64_t n);
};

Words shift_copy(Words page, std::uint64_t n) { return shift(page, n); }

constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 16;
constexpr std::array kKinds{Kind{"bits", "one bit flipped", kPageSize * 8, flip_bit},
                            Kind{"counters", "a 64-bit counter goes up", kUnlimited, count_up},
                            Kind{"timestamps", "seconds and nanoseconds, every 4 ms", kUnlimited, stamp_time},
                            Kind{"swaps", "two words change places", kWords * (kWords - 1) / 2, swap_words},
                            Kind{"shifts", "all bytes move along", kPageSize, shift_copy},
                            Kind{"zeros", "a run of words becomes zero", kWords * (kWords + 1) / 2, zero_run}};

/// Pairs of equal ones.
std::uint64_t equal_pairs(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  std::uint64_t pairs = 0, same = 0;
  for (std::size_t i = 1; i < values.size(); ++i) {
    same = values[i] == values[i - 1] ? same + 1 : 0;
    pairs += same;
  }
  return pairs;
}

void compare_all(std::vector<std::uint64_t>& digests, MissedChanges& out) {
  out.changes += digests.size() * (digests.size() - 1) / 2;
  out.missed_64 += equal_pairs(digests);
  for (std::uint64_t& digest : digests) digest &= 0xffffffff;
  out.missed_32 += equal_pairs(digests);
}

MissedChanges test_kind(const PageHash& hash, const Kind& kind, std::uint64_t versions, const std::stop_token& stop) {
  MissedChanges missed;
  std::vector<std::uint64_t> digests;
  for (std::uint64_t base = 0; versions > 0 && !stop.stop_requested(); ++base) {
    const Words page = base_page(base);
    const std::uint64_t count = std::min(versions, kind.versions);
    digests.clear();
    for (std::uint64_t n = 0; n < count; ++n) {
      const Words version = kind.version(page, n);
      digests.push_back(hash.hash(PageView(reinterpret_cast<const std::byte*>(version.data()), kPageSize)));
    }
    compare_all(digests, missed);
    versions -= count;
  }
  return missed;
}

}  // namespace

std::vector<ChangeKind> change_kinds() {
  std::vector<ChangeKind> kinds;
  kinds.reserve(kKinds.size());
  for (const Kind& kind : kKinds) kinds.push_back({kind.name, kind.what});
  return kinds;
}

std::optional<HashTest> test_hash(const std::string& name, std::uint64_t versions, const std::stop_token& stop) {
  const std::unique_ptr<PageHash> hash = make_page_hash(name);
  HashTest test{name, hash->bits(), {}, {}};
  for (const Kind& kind : kKinds) {
    const MissedChanges missed = test_kind(*hash, kind, versions, stop);
    if (stop.stop_requested()) return std::nullopt;
    test.kinds.push_back(missed);
    test.all.changes += missed.changes;
    test.all.missed_32 += missed.missed_32;
    test.all.missed_64 += missed.missed_64;
  }
  return test;
}

double ideal_misses(std::uint64_t changes, unsigned bits) {
  return std::ldexp(static_cast<double>(changes), -static_cast<int>(bits));
}

/// One minus the Poisson distribution's sum below `missed`.
bool too_many_missed(std::uint64_t missed, double ideal) {
  constexpr double kChance = 1e-6;
  if (static_cast<double>(missed) <= ideal) return false;
  if (ideal > 1e4) return static_cast<double>(missed) > ideal + 4.8 * std::sqrt(ideal);  // as good as normal
  double term = std::exp(-ideal), below = 0;
  for (std::uint64_t k = 0; k < missed && below < 1; ++k) {
    below += term;
    term *= ideal / static_cast<double>(k + 1);
  }
  return 1 - below < kChance;
}

}  // namespace ksmsim
