#include "compare_time.h"

#include <cstring>

#include "ksmsim/base/page_bytes.h"
#include "ksmsim/base/units.h"

namespace ksmsim {
namespace {

/// The first place in which they differ. Compiled apart, and without what a library's memcmp does at once.
template <class Word>
[[gnu::noinline]] std::size_t first_difference(PageView a, PageView b) {
  for (std::size_t i = 0; i < kPageSize; i += sizeof(Word)) {
    Word x, y;
    std::memcpy(&x, a.data() + i, sizeof x);
    std::memcpy(&y, b.data() + i, sizeof y);
    if (x != y) return i;
  }
  return kPageSize;
}

}  // namespace

double compare_equal_ns(bool bytewise, LapClock& clock) {
  constexpr int kLaps = 301, kInALap = 16;
  const std::vector<std::byte> a(kPageSize), b(kPageSize);
  const PageView x(a.data(), kPageSize), y(b.data(), kPageSize);
  std::vector<double> laps;
  volatile std::size_t seen = 0;  // so that no comparison is left out
  for (int lap = 0; lap < kLaps; ++lap) {
    clock.start();
    for (int i = 0; i < kInALap; ++i) {
      seen = bytewise ? first_difference<unsigned char>(x, y) : first_difference<std::uint64_t>(x, y);
    }
    laps.push_back(static_cast<double>(clock.lap()) / kInALap);
  }
  static_cast<void>(seen);
  return median(laps);
}

}  // namespace ksmsim
