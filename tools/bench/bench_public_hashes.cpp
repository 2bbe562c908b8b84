// Our hashes beside the best public implementation that is here, and beside plain loops at -O2: hot and cold, all in
// turn in one run, as `ksmsim hash bench` measures.
//   bench_public_hashes [ROUNDS]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ksmsim/content/content.h"
#include "ksmsim/cost/hash_bench.h"
#include "ksmsim/hash/page_hash.h"

namespace {

using namespace ksmsim;

struct Pairing {
  const char* ours;
  std::vector<const char*> others;
  double limit;  ///< of our time over the best of theirs
};

const HashTiming* find(const HashBench& bench, const std::string& name) {
  const auto found =
      std::find_if(bench.hashes.begin(), bench.hashes.end(), [&](const auto& h) { return h.name == name; });
  return found == bench.hashes.end() ? nullptr : &*found;
}

bool same_digest(const std::string& ours, const std::string& other) {
  alignas(64) std::byte page[kPageSize];
  content_fill(Content::make(ContentKind::random, 7), PageBytes(page));
  return make_page_hash(ours)->hash(PageView(page)) == make_page_hash(other)->hash(PageView(page));
}

bool print_row(const HashBench& bench, const Pairing& pairing, const char* what, Spread HashTiming::*where) {
  const HashTiming* const ours = find(bench, pairing.ours);
  const HashTiming* best = nullptr;
  for (const char* name : pairing.others) {
    const HashTiming* other = find(bench, name);
    if (other != nullptr && (best == nullptr || (other->*where).median < (best->*where).median)) best = other;
  }
  if (ours == nullptr || best == nullptr) {
    std::printf("%-10s %-9s nothing to compare with is here\n", pairing.ours, what);
    return true;
  }
  const double ratio = (ours->*where).median / (best->*where).median;
  const bool fine = ratio <= pairing.limit;
  std::printf("%-10s %-9s %9.1f %9.1f  %-15s %6.3f  %5.2f  %s\n", pairing.ours, what, (ours->*where).median,
              (best->*where).median, best->name.c_str(), ratio, pairing.limit, fine ? "yes" : "NO");
  return fine;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Pairing> pairings = {{"crc32c-hw", {"isa-l:crc32c"}, 1.05},
                                         {"xxh64", {"xxhash.h:xxh64"}, 1.05},
                                         {"xxh3", {"xxhash.h:xxh3"}, 1.05},
                                         {"jhash2", {"loop:jhash2"}, 1.02},  // no slower, but for noise
                                         {"crc32c-sw", {"loop:crc32c"}, 1.02}};
  HashBenchOptions options;
  if (argc > 1) options.rounds = static_cast<std::uint32_t>(std::max(4, std::atoi(argv[1])));
  for (const Pairing& pairing : pairings) {
    options.hashes.emplace_back(pairing.ours);
    for (const char* other : pairing.others) {
      if (catalogue_find(PageHash::kKind, other) == nullptr) continue;
      if (!same_digest(pairing.ours, other)) {
        std::printf("%s and %s do not agree\n", pairing.ours, other);
        return 1;
      }
      options.hashes.emplace_back(other);
    }
  }
  const HashBench bench = bench_hashes(options).value();
  std::printf("%-10s %-9s %9s %9s  %-15s %6s  %5s  %s\n", "hash", "page", "our ns", "theirs", "best of theirs", "ratio",
              "limit", "within");
  bool fine = true;
  for (const Pairing& pairing : pairings) {
    fine = print_row(bench, pairing, "hot", &HashTiming::hot) && fine;
    fine = print_row(bench, pairing, "in order", &HashTiming::in_order) && fine;
    fine = print_row(bench, pairing, "scattered", &HashTiming::scattered) && fine;
  }
  for (const std::string& reason : bench.distrust) std::printf("too noisy to trust: %s\n", reason.c_str());
  return fine ? 0 : 3;
}
