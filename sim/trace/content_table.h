#pragma once
// Distinct contents while a trace is built: numbered as they come, zeros first, and in the end put in memcmp order.
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ksmsim/trace/trace.h"
#include "page_digests.h"

namespace ksmsim {

class ContentTable {
 public:
  ContentTable();
  struct Found {
    std::uint32_t number = 0;
    bool is_new = false;
  };
  Found find_or_add(const PageDigest& page);
  std::uint32_t zeros() const { return 0; }
  std::size_t size() const { return contents_.size(); }
  /// Where the bytes of a new content can be read again.
  void set_place(std::uint32_t number, std::uint32_t source, std::uint64_t where);

  struct Content {
    PageDigest digest;
    std::uint64_t where = 0;
    std::uint32_t source = 0;
  };
  const Content& operator[](std::uint32_t number) const { return contents_[number]; }

 private:
  void grow();
  std::size_t slot_of(const Fingerprint& fingerprint) const;
  std::vector<Content> contents_;
  std::vector<std::uint32_t> slots_;  ///< open addressing; kEmpty or a content's number
};

/// Reads the bytes of a content.
using ContentReader = std::function<void(std::uint32_t number, std::span<std::byte> page)>;

/// The numbers in memcmp order of their bytes. Reads bytes only of contents whose first eight are those of others.
std::vector<std::uint32_t> in_memcmp_order(const ContentTable& table, const ContentReader& read);

}  // namespace ksmsim
