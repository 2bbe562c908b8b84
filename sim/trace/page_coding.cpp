#include "page_coding.h"

namespace ksmsim {
namespace {

// The special pages come first, so that all numbers are small.
std::int64_t number_of(TracePage page) {
  return page >= kPageUnreadable ? std::int64_t{kPageAbsent - page} : std::int64_t{page} + 3;
}

/// kPageAbsent of a number that is none is found by the trace's check of ids; false if it is no 32-bit number at all.
bool page_of(std::int64_t number, TracePage& page) {
  if (number < 0 || number - 3 >= std::int64_t{kMostContents}) return false;
  page = number < 3 ? static_cast<TracePage>(kPageAbsent - number) : static_cast<TracePage>(number - 3);
  return true;
}

}  // namespace

void put_pages(ByteWriter& out, std::span<const TracePage> pages) {
  std::int64_t before = 0;
  for (std::size_t i = 0; i < pages.size();) {
    const std::int64_t step = number_of(pages[i]) - before;
    std::size_t run = 1;
    while (i + run < pages.size() && number_of(pages[i + run]) - number_of(pages[i + run - 1]) == step) ++run;
    out.varint(zigzag(step) << 1 | (run > 1 ? 1 : 0));
    if (run > 1) out.varint(run - 2);
    i += run;
    before = number_of(pages[i - 1]);
  }
}

bool take_pages(ByteReader& in, std::uint64_t count, std::vector<TracePage>& pages) {
  std::int64_t number = 0;
  for (std::uint64_t i = 0; i < count;) {
    const std::uint64_t token = in.varint();
    const std::uint64_t run = (token & 1) != 0 ? in.varint() + 2 : 1;
    if (!in.ok() || run > count - i || (token >> 1) > (std::uint64_t{1} << 34)) return false;
    const std::int64_t step = unzigzag(token >> 1);
    for (std::uint64_t n = 0; n < run; ++n, ++i) {
      TracePage page = kPageAbsent;
      if (!page_of(number += step, page)) return false;
      pages.push_back(page);
    }
  }
  return true;
}

}  // namespace ksmsim
