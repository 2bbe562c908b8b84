// How fast a raw memory image becomes a trace, beside reading the same file and hashing every page of it (XXH3-128) on
// all cores: bench_import [GiB]. The image lies in a file in $TMPDIR (else /var/tmp) and is read before, so that it is
// in the page cache if there is memory enough.
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "ksmsim/base/random.h"
#include "ksmsim/trace/trace_builder.h"

namespace {

using namespace ksmsim;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Three pages of ten hold zeros, three one of 1,000 contents, four something of their own; of the latter, one of four
/// begins with zeros.
void write_image(const std::string& file, std::uint64_t pages) {
  std::ofstream out(file, std::ios::binary);
  std::vector<std::uint64_t> page(kPageSize / 8);
  for (std::uint64_t i = 0; i < pages; ++i) {
    const std::uint64_t kind = i % 10, seed = kind < 3 ? 0 : kind < 6 ? 1 + mix64(i) % 1000 : 10000 + i;
    for (std::uint64_t w = 0; w < page.size(); ++w)
      page[w] = seed == 0 || (seed % 4 == 1 && w < 16) ? 0 : mix64(seed * 512 + w);
    out.write(reinterpret_cast<const char*>(page.data()), kPageSize);
  }
}

std::shared_ptr<const MemoryImage> image_of(const std::string& file) { return open_image(file, {"raw", {}, false}); }

double read_and_hash(const std::string& file) {
  const auto start = Clock::now();
  const std::shared_ptr<const MemoryImage> image = image_of(file);
  constexpr std::uint64_t kBlock = 64;
  const std::uint64_t pages = image->runs()[0].pages;
  std::atomic<std::uint64_t> next{0}, all{0};
  const auto work = [&] {
    std::vector<std::byte> bytes(kBlock * kPageSize);
    for (std::uint64_t at = next.fetch_add(kBlock); at < pages; at = next.fetch_add(kBlock)) {
      image->read(at * kPageSize, bytes);
      for (std::uint64_t i = 0; i < kBlock; ++i)
        all += fingerprint(std::span(bytes).subspan(i * kPageSize, kPageSize)).low;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  return seconds_since(start);
}

double import(const std::string& file) {
  const auto start = Clock::now();
  TraceBuilder builder;
  builder.add("vm", {}, image_of(file));
  const Trace trace = builder.finish();
  const double seconds = seconds_since(start);
  if (page_count(trace) == 0) std::abort();
  return seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t gib = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4;
  const char* folder = std::getenv("TMPDIR");
  const std::string file =
      std::string(folder != nullptr ? folder : "/var/tmp") + "/bench_import." + std::to_string(getpid());
  write_image(file, gib << 18);
  read_and_hash(file);
  std::printf("%llu GiB, raw, from the page cache\n   read and hash, s   import, s   import's speed\n",
              static_cast<unsigned long long>(gib));
  for (int round = 0; round < 5; ++round) {
    const double plain = read_and_hash(file), whole = import(file);
    std::printf("%19.3f %11.3f %16.2f\n", plain, whole, plain / whole);
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak memory %ld MB\n", usage.ru_maxrss / 1024);
  std::remove(file.c_str());
}
