#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

#include "catch.h"
#include "ksmsim/content/content.h"
#include "ksmsim/hash/hash_plugins.h"
#include "ksmsim/hash/page_hash.h"

// What every registered hash must do, the ones not written yet too, and those of plug-ins: the example, one with a
// batch, and what KSMSIM_HASH_PATH names.

using namespace ksmsim;

namespace {

using Bytes4096 = std::array<std::byte, kPageSize>;

Bytes4096 random_page(std::uint64_t seed) {
  Bytes4096 page;
  content_fill(Content::make(ContentKind::random, seed), PageBytes(page));
  return page;
}

/// Null if this CPU cannot run it, which the hash must have said by a UsageError.
std::unique_ptr<PageHash> make_if_runnable(const std::string& name) {
  try {
    return make_page_hash(name);
  } catch (const UsageError&) {
    return nullptr;
  }
}

/// Of ours and of plug-ins, which are loaded at the first call.
std::vector<std::string> hash_names() {
  static const bool loaded = [] {
    const char* const path = std::getenv("KSMSIM_HASH_PATH");
    for (const std::string& file : hash_plugin_files(path == nullptr ? "" : path)) load_hash_plugin(file);
    for (const char* name : {"/fnv1a.so", "/none.so"}) load_hash_plugin(std::string(KSMSIM_TEST_PLUGINS) + name);
    return true;
  }();
  return loaded ? page_hash_names() : std::vector<std::string>{};
}

template <class Check>
void for_each_hash(Check check) {
  unsigned runnable = 0;
  for (const std::string& name : hash_names()) {
    const auto hash = make_if_runnable(name);
    if (hash == nullptr) continue;
    ++runnable;
    CAPTURE(name);
    check(*hash);
  }
  CHECK(runnable >= 15);  // of the 15 of the house two need special hardware; two of plug-ins
}

}  // namespace

TEST_CASE("the house's hashes are registered, sorted, with a summary each") {
  const std::vector<std::string> names = hash_names();
  CHECK(std::is_sorted(names.begin(), names.end()));
  for (const char* name : {"jhash2", "xxh32", "xxh64", "xxhash", "crc32c-hw", "crc32c-intel", "crc32c-sw", "crc32c",
                           "xxh3", "wyhash", "highwayhash", "siphash", "blake2b", "sha1", "sha256"}) {
    CAPTURE(name);
    CHECK(std::count(names.begin(), names.end(), name) == 1);
  }
  for (const PluginInfo* info : catalogue_list(PageHash::kKind)) {
    CAPTURE(info->name);
    CHECK_FALSE(info->summary.empty());
    CHECK(info->summary.back() != '.');
  }
}

TEST_CASE("a hash says what code runs") {
  for_each_hash([](const PageHash& hash) { CHECK_FALSE(hash.implementation().empty()); });
}

TEST_CASE("equal bytes have one digest, wherever they lie and whoever computes it") {
  for_each_hash([](const PageHash& hash) {
    const Bytes4096 page = random_page(1);
    std::vector<std::byte> unaligned(kPageSize + 1);
    std::copy(page.begin(), page.end(), unaligned.begin() + 1);
    const std::uint64_t digest = hash.hash(PageView(page));
    CHECK(hash.hash(PageView(random_page(2))) != digest);
    CHECK(hash.hash(PageView(page)) == digest);
    CHECK(hash.hash(PageView(unaligned.data() + 1, kPageSize)) == digest);
  });
  for (const std::string& name : hash_names()) {
    const auto one = make_if_runnable(name), other = make_if_runnable(name);
    if (one == nullptr) continue;
    CAPTURE(name);
    CHECK(one->hash(PageView(random_page(3))) == other->hash(PageView(random_page(3))));
  }
}

TEST_CASE("a flipped bit changes the digest, in every part of the page that the hash says it reads") {
  for_each_hash([](const PageHash& hash) {
    Bytes4096 page = random_page(4);
    std::set<std::uint64_t> seen{hash.hash(PageView(page))};
    constexpr std::size_t kFlips = 64;
    std::size_t changed = 0;
    for (std::size_t i = 0; i < kFlips; ++i) {
      const std::size_t place = i * (kPageSize - 1) / (kFlips - 1);  // the first and last byte too
      const auto bit = std::byte{1} << (i % 8);
      page[place] ^= bit;
      changed += std::size_t{seen.insert(hash.hash(PageView(page))).second};
      page[place] ^= bit;
    }
    if (hash.bytes_read() == kPageSize) CHECK(changed == kFlips);
    if (hash.bytes_read() < kPageSize) CHECK(changed == kFlips * hash.bytes_read() / kPageSize);
  });
}

TEST_CASE("a digest fits the bits the hash claims, and uses them") {
  for_each_hash([](const PageHash& hash) {
    REQUIRE(hash.bits() >= 1);
    REQUIRE(hash.bits() <= 64);
    std::uint64_t ever_set = 0;
    for (std::uint64_t seed = 1; seed <= 64; ++seed) {
      ever_set |= hash.hash(PageView(random_page(seed)));
    }
    CHECK(ever_set == ~std::uint64_t{0} >> (64 - hash.bits()));
  });
}

TEST_CASE("two threads may use one hash at a time") {
  for_each_hash([](const PageHash& hash) {
    constexpr std::uint64_t kPages = 200;
    std::vector<std::uint64_t> expected;
    for (std::uint64_t seed = 1; seed <= kPages; ++seed) {
      expected.push_back(hash.hash(PageView(random_page(seed))));
    }
    std::atomic<unsigned> wrong = 0;
    const auto work = [&] {
      for (std::uint64_t seed = 1; seed <= kPages; ++seed) {
        if (hash.hash(PageView(random_page(seed))) != expected[seed - 1]) ++wrong;
      }
    };
    std::thread other(work);
    work();
    other.join();
    CHECK(wrong == 0);
  });
}

TEST_CASE("variants of one hash agree on random pages") {
  const std::vector<std::vector<std::string>> families = {{"crc32c", "crc32c-hw", "crc32c-intel", "crc32c-sw"},
                                                          {"xxhash", sizeof(void*) == 8 ? "xxh64" : "xxh32"}};
  for (const auto& family : families) {
    const auto first = make_page_hash(family.front());
    for (const std::string& name : family) {
      const auto hash = make_if_runnable(name);
      if (hash == nullptr) continue;
      CAPTURE(name);
      CHECK(hash->bits() == first->bits());
      for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        const Bytes4096 page = random_page(seed);
        REQUIRE(hash->hash(PageView(page)) == first->hash(PageView(page)));
      }
    }
  }
}
