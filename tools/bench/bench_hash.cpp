// Time of each registered hash over one 4096-byte page: hot (one page in the first-level cache) and
// cold (pages that were not touched for a working set of 1 GiB).
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "ksmsim/content/content.h"
#include "ksmsim/hash/page_hash.h"

namespace {

using namespace ksmsim;

constexpr std::size_t kColdPages = (std::size_t{1} << 30) / kPageSize;

using Memory = std::vector<std::byte>;

void hash_hot(benchmark::State& state, const std::string& name) {
  const auto hash = make_page_hash(name);
  alignas(64) std::byte page[kPageSize];
  content_fill(Content::make(ContentKind::random, 7), PageBytes(page));
  for (auto _ : state) benchmark::DoNotOptimize(hash->hash(PageView(page)));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kPageSize));
  state.SetLabel(hash->implementation());
}

void hash_cold(benchmark::State& state, const std::string& name, const Memory& memory, std::size_t& next) {
  const auto hash = make_page_hash(name);
  for (auto _ : state) {
    const std::byte* page = memory.data() + next * kPageSize;
    next = (next + 1) % kColdPages;
    benchmark::DoNotOptimize(hash->hash(PageView(page, kPageSize)));
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(kPageSize));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  const Memory memory(kColdPages * kPageSize, std::byte{1});
  std::size_t next = 0;
  for (const std::string& name : page_hash_names()) {
    benchmark::RegisterBenchmark((name + "/hot").c_str(), hash_hot, name);
    benchmark::RegisterBenchmark((name + "/cold").c_str(),
                                 [&memory, &next, name](auto& state) { hash_cold(state, name, memory, next); });
  }
  benchmark::RunSpecifiedBenchmarks();
}
