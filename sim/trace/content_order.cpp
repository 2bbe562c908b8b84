// Contents in memcmp order, with few bytes read. The digests know how many zeros a page begins with, and the word after
// them. Those that are alike in this are sorted by the eight bytes from the first place on at which any two of them
// differ, and so on within each group that is still alike.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "content_table.h"

namespace ksmsim {
namespace {

using Numbers = std::span<std::uint32_t>;
constexpr std::size_t kWhole = 4096;  ///< a group of at most so many pages is read as a whole: 16 MiB

struct Keyed {
  std::uint64_t key;
  std::uint32_t number;
  friend bool operator<(const Keyed& a, const Keyed& b) { return a.key != b.key ? a.key < b.key : a.number < b.number; }
};

std::uint64_t big_endian(const std::byte* bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof value; ++i) value = value << 8 | static_cast<std::uint64_t>(bytes[i]);
  return value;
}

class Sorter {
 public:
  explicit Sorter(const ContentReader& read) : read_(read), first_(kPageSize), page_(kPageSize) {}

  /// `numbers` are alike in their first `alike` bytes.
  void sort(Numbers numbers, std::size_t alike) {
    if (numbers.size() < 2 || alike >= kPageSize) return;
    if (numbers.size() <= kWhole) return sort_whole(numbers);
    const std::size_t at = std::min(first_difference(numbers, alike), kPageSize - sizeof(std::uint64_t));
    std::vector<Keyed> keyed;
    for (const std::uint32_t number : numbers) {
      read_(number, page_);
      keyed.push_back({big_endian(page_.data() + at), number});
    }
    sort_groups(keyed, numbers, at + sizeof(std::uint64_t));
  }

 private:
  /// Sorts by key, and then each group of one key.
  void sort_groups(std::vector<Keyed>& keyed, Numbers numbers, std::size_t alike) {
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t i = 0; i < keyed.size(); ++i) numbers[i] = keyed[i].number;
    for (std::size_t from = 0; from < keyed.size();) {
      std::size_t to = from + 1;
      while (to < keyed.size() && keyed[to].key == keyed[from].key) ++to;
      if (to - from > 1) sort(numbers.subspan(from, to - from), alike);
      from = to;
    }
  }

  void sort_whole(Numbers numbers) {
    std::vector<std::byte> bytes(numbers.size() * kPageSize);
    std::vector<std::uint32_t> order(numbers.size());
    std::iota(order.begin(), order.end(), 0);
    const auto page = [&](std::uint32_t i) { return std::span(bytes).subspan(i * kPageSize, kPageSize); };
    for (std::uint32_t i = 0; i < numbers.size(); ++i) read_(numbers[i], page(i));
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::memcmp(page(a).data(), page(b).data(), kPageSize) < 0;
    });
    const std::vector<std::uint32_t> before(numbers.begin(), numbers.end());
    for (std::size_t i = 0; i < order.size(); ++i) numbers[i] = before[order[i]];
  }

  std::size_t first_difference(Numbers numbers, std::size_t alike) {
    read_(numbers[0], first_);
    std::size_t end = kPageSize;
    for (const std::uint32_t number : numbers.subspan(1)) {
      read_(number, page_);
      const auto from = first_.begin() + static_cast<std::ptrdiff_t>(alike);
      const auto to = first_.begin() + static_cast<std::ptrdiff_t>(end);
      const auto different = std::mismatch(from, to, page_.begin() + static_cast<std::ptrdiff_t>(alike)).first;
      end = static_cast<std::size_t>(different - first_.begin());
      if (end == alike) break;
    }
    return end;
  }

  const ContentReader& read_;
  std::vector<std::byte> first_, page_;
};

}  // namespace

std::vector<std::uint32_t> in_memcmp_order(const ContentTable& table, const ContentReader& read) {
  const auto zeros = [&](std::uint32_t number) { return table[number].digest.zero_words; };
  std::vector<std::pair<std::uint32_t, Keyed>> keyed;  // by zeros, the most first
  keyed.reserve(table.size());
  for (std::uint32_t i = 0; i < table.size(); ++i) keyed.push_back({~zeros(i), {table[i].digest.prefix, i}});
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> numbers;
  numbers.reserve(keyed.size());
  for (const auto& [most_first, key] : keyed) numbers.push_back(key.number);
  Sorter sorter(read);
  for (std::size_t from = 0; from < keyed.size();) {
    std::size_t to = from + 1;
    while (to < keyed.size() && keyed[to].first == keyed[from].first &&
           keyed[to].second.key == keyed[from].second.key) {
      ++to;
    }
    sorter.sort(Numbers(numbers).subspan(from, to - from), table[numbers[from]].digest.decided());
    from = to;
  }
  return numbers;
}

}  // namespace ksmsim
