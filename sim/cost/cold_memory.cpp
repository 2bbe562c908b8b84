#include "cold_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>
#endif

#include "ksmsim/base/error.h"

namespace ksmsim {

Bytes last_level_cache() {
  long size = 0;
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    size = std::max(size, sysconf(level));
  }
  return size > 0 ? Bytes{static_cast<std::uint64_t>(size)} : mib(64);
}

PageMemory::PageMemory(std::size_t pages) : pages_(pages) {
  void* const memory = mmap(nullptr, pages * kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw Error("no memory for pages to measure checksums over (" + std::to_string(pages * kPageSize >> 20) +
                " MiB): " + std::generic_category().message(errno));
  }
  madvise(memory, pages * kPageSize, MADV_HUGEPAGE);  // refused where there are none: no harm
  start_ = static_cast<std::byte*>(memory);
}

PageMemory::~PageMemory() { munmap(start_, pages_ * kPageSize); }

#ifdef __x86_64__
namespace {

__attribute__((target("clflushopt"))) void flush_unordered(std::byte* place) { _mm_clflushopt(place); }

bool has_clflushopt() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_CLFLUSHOPT) != 0;
}

}  // namespace

CacheFlusher::CacheFlusher() : kind_(has_clflushopt() ? Kind::unordered : Kind::ordered) {}

void CacheFlusher::line(std::byte* place) const {
  if (kind_ == Kind::unordered) {
    flush_unordered(place);
  } else {
    _mm_clflush(place);
  }
}

void CacheFlusher::finish() const { _mm_mfence(); }
#else
CacheFlusher::CacheFlusher() : kind_(Kind::none) {}
void CacheFlusher::line(std::byte*) const {}
void CacheFlusher::finish() const {}
#endif

}  // namespace ksmsim
