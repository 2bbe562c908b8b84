// What `checksum_time: measured` costs over the hashing itself: MeasuredChecksums, in batches as
// ksmd's, beside a plain loop that hashes as many cold pages; in turns, in one run, the best round
// of each compared. Once with neighbouring pages one after the other, once scattered: DRAM and the
// prefetchers make much of that.
//   bench_measured [HASH]...
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "ksmsim/cost/measured_checksums.h"
#include "ksmsim/hash/page_hash.h"

namespace {

using namespace ksmsim;

constexpr std::size_t kPagesARound = 10'000, kBatch = 100, kRounds = 40;
constexpr std::size_t kColdPages = (std::size_t{1} << 30) / kPageSize;
constexpr std::uint64_t kStride = 0x9E3779B1;  // odd: visits every page before any again

/// ns of CPU time a page, the best of the rounds.
class Best {
 public:
  template <class Work>
  void round(Work work) {
    const std::clock_t start = std::clock();
    work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    ns_ = std::min(ns_, seconds * 1e9 / static_cast<double>(kPagesARound));
  }
  double ns() const { return ns_; }

 private:
  double ns_ = 1e18;
};

/// Mostly what only one page holds, some that many hold, some zero.
Content content(std::uint64_t n, std::uint64_t stride) {
  if (n % 8 == 0) return Content();
  return Content::make(n % 8 == 1 ? ContentKind::shared : ContentKind::owned, n * stride & kContentPayload);
}

std::vector<Content> whole_library() {
  std::vector<Content> contents;
  for (std::uint64_t n = 0; n < kLibraryPages; ++n) {
    contents.push_back(Content::make(ContentKind::shared, n));
  }
  return contents;
}

void compare(const std::string& name, std::uint64_t stride, const std::vector<std::byte>& memory) {
  const auto hash = make_page_hash(name);
  MeasuredChecksums measured(name, 32);
  Best plain, batches;
  std::uint64_t digest = 0, page = 0, drawn = 0;
  std::vector<Content> contents(kPagesARound);
  measured.hash_batch(whole_library());  // so that it has taken its memory
  for (std::size_t round = 0; round < kRounds; ++round) {
    plain.round([&] {
      for (std::size_t i = 0; i < kPagesARound; ++i, ++page) {
        const std::size_t place = page * stride % kColdPages * kPageSize;
        digest ^= hash->hash(PageView(memory.data() + place, kPageSize));
      }
    });
    for (Content& c : contents) c = content(drawn++, stride);
    batches.round([&] {
      for (std::size_t i = 0; i < kPagesARound; i += kBatch) {
        measured.hash_batch(std::span(contents).subspan(i, kBatch));
      }
    });
  }
  std::printf("%-12s %-10s %8.1f %8.1f %8.1f %7.3f   %016llx\n", name.c_str(), stride == 1 ? "in order" : "scattered",
              plain.ns(), batches.ns(), static_cast<double>(measured.distribution().quantile(0.5)),
              batches.ns() / plain.ns(), static_cast<unsigned long long>(digest ^ measured.digest()));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> hashes(argv + 1, argv + argc);
  if (hashes.empty()) hashes = {"crc32c", "xxh64", "xxh32", "jhash2", "crc32c-sw"};
  const std::vector<std::byte> memory(kColdPages * kPageSize, std::byte{1});
  std::printf("%-12s %-10s %8s %8s %8s %7s   %s\n", "ns a page", "", "plain", "batches", "reports", "ratio", "digest");
  for (const std::string& name : hashes) {
    compare(name, 1, memory);
    compare(name, kStride, memory);
  }
}
