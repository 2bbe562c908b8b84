#include "ksmsim/hash/page_hash.h"
#include "ksmsim/content/content.h"

#include <array>
#include <cstring>
#include <map>

#include "catch.h"
#include "fault_text.h"

using namespace ksmsim;

namespace {

struct Page {
  alignas(64) std::array<std::byte, kPageSize> bytes{};
  explicit Page(unsigned char fill = 0) { bytes.fill(static_cast<std::byte>(fill)); }
  explicit Page(Content content) { content_fill(content, PageBytes(bytes)); }
  PageView view() const { return PageView(bytes); }
};

Page ramp() {
  Page page;
  for (std::size_t i = 0; i < kPageSize; ++i) page.bytes[i] = static_cast<std::byte>(i & 255);
  return page;
}

Page zero_but(std::size_t place) {
  Page page;
  page.bytes[place] = std::byte{1};
  return page;
}

std::uint64_t digest(const std::string& hash, const Page& page) { return make_page_hash(hash)->hash(page.view()); }

/// CRC-32C from its definition, a bit at a time.
std::uint32_t crc32c_by_bits(PageView page) {
  std::uint32_t crc = 0xffffffff;
  for (const std::byte byte : page) {
    crc ^= std::to_integer<std::uint32_t>(byte);
    for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0x82F63B78 : 0);
  }
  return ~crc;
}

std::string usage_error(const std::string& hash) {
  return fault_text([&] { make_page_hash(hash); });
}

}  // namespace

TEST_CASE("KSM's hashes give the kernel's values") {
  struct Row {
    Page page;
    std::uint64_t xxh64, xxh32, jhash2;
  };
  const Row rows[] = {{Page(), 0xac869b6f32d8bbdb, 0x475546f5, 0x61574272},
                      {zero_but(4095), 0x2fbbd317c8cabf7c, 0x66305a0c, 0xf63b50bd},
                      {zero_but(0), 0x6b948bb0a2484610, 0x6bc5197f, 0x5d93fdb1},
                      {Page(0xff), 0x10af2cb94282321f, 0xcefaa938, 0x8602b83e},
                      {Page(0x2a), 0xfdadee7b9005251d, 0xcdb90e4b, 0x64d54f19},
                      {Page(0xcf), 0x3c5be05aced8678f, 0x95e83e4c, 0x6e176054},
                      {ramp(), 0x0f6e64be186af6a4, 0x693c0bc2, 0xff35631b}};
  for (const Row& row : rows) {
    CHECK(digest("xxh64", row.page) == row.xxh64);
    CHECK(digest("xxh32", row.page) == row.xxh32);
    CHECK(digest("jhash2", row.page) == row.jhash2);
  }
}

TEST_CASE("KSM keeps the low 32 bits of xxh64, or all 64 where asked") {
  const auto hash = make_page_hash("xxh64");
  CHECK(hash->checksum(Page().view(), 32) == 0x32d8bbdb);
  CHECK(hash->checksum(Page().view(), 64) == 0xac869b6f32d8bbdb);
}

// Worked out elsewhere: hashlib (sha1, sha256, blake2b), `openssl mac SIPHASH`, wyhash's definition
// written in Python, the scalar code of XXH3 and the portable code of HighwayHash.
TEST_CASE("the other hashes give the values of independent implementations") {
  const std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> known = {
      {"xxh3", {0x93d76fe148c689ba, 0xeb4b7c3707879151}},        {"wyhash", {0x57c60af7a64d7efa, 0xe942397ea0375bfd}},
      {"highwayhash", {0x659ef645122c800a, 0x15211e4678ff3af3}}, {"siphash", {0xaab5ad1aa66dfca2, 0xbf18b72de2c1553c}},
      {"blake2b", {0x3430099ba61b8cf1, 0x0b391b6d381967e2}},     {"sha1", {0x1d530ef43df7ea1c, 0x894e61848ceddde9}},
      {"sha256", {0xe9c66f58b2ac7fad, 0x51d9541d34d0f5c8}},      {"crc32c-sw", {0x98f94189, 0x9c71fe32}}};
  for (const auto& [name, values] : known) {
    CAPTURE(name);
    CHECK(digest(name, Page()) == values.first);
    CHECK(digest(name, ramp()) == values.second);
  }
}

TEST_CASE("every crc32c is the CRC-32C of its definition") {
  for (const char* name : {"crc32c", "crc32c-hw", "crc32c-intel", "crc32c-sw"}) {
    CAPTURE(name);
    if (!usage_error(name).empty()) continue;  // no such instruction here
    const auto hash = make_page_hash(name);
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      const Page page(Content::make(ContentKind::random, seed));
      CHECK(hash->hash(page.view()) == crc32c_by_bits(page.view()));
    }
  }
}

TEST_CASE("xxhash is the variant of the machine's word size") {
  const Page page(Content::make(ContentKind::random, 3));
  CHECK(digest("xxhash", page) == digest(sizeof(void*) == 8 ? "xxh64" : "xxh32", page));
}

TEST_CASE("an unknown hash is refused and the nearest name offered") {
  CHECK(usage_error("jhash") == "no hash is named 'jhash' here or in a --plugin (did you mean 'jhash2'?)");
  CHECK(usage_error("zzzzzzzzzzzzzzzzzzzz") == "no hash is named 'zzzzzzzzzzzzzzzzzzzz' here or in a --plugin");
}

TEST_CASE("a hash this CPU cannot run says what is missing") {
  const std::string why = usage_error("crc32c-hw");
  if (why.empty()) {
    CHECK(make_page_hash("crc32c")->implementation().starts_with("crc32c-hw"));
  } else {
    CHECK(why.find("this CPU lacks") != std::string::npos);
    CHECK(make_page_hash("crc32c")->implementation().starts_with("crc32c-sw"));
  }
}
