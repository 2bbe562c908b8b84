#pragma once
// A hash over one page, as KSM uses it to see whether a page changed. A plug-in (kind "hash"), one .cpp each.
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/page_bytes.h"
#include "ksmsim/base/plugin.h"

namespace ksmsim {

class PageHash {
 public:
  static constexpr std::string_view kKind = "hash";
  virtual ~PageHash() = default;
  /// Digest bits that hash() returns, at most 64; longer digests are cut to their first 8 bytes, little-endian.
  virtual unsigned bits() const = 0;
  /// Which code runs: "portable", "sse4.2", "libxxhash avx2" …
  virtual std::string implementation() const = 0;
  virtual std::uint64_t hash(PageView page) const = 0;
  /// Of a page. If it is not all of it, there are changes that the hash cannot see.
  virtual std::size_t bytes_read() const { return kPageSize; }
  /// The scenario's `checksum_bits`: what KSM keeps of the digest.
  std::uint64_t checksum(PageView page, unsigned keep_bits) const {
    const std::uint64_t h = hash(page);
    return keep_bits >= 64 ? h : h & ((std::uint64_t{1} << keep_bits) - 1);
  }
};

/// The hash of that name. UsageError: unknown (with the nearest name), or this CPU cannot run it (and why).
std::unique_ptr<PageHash> make_page_hash(const std::string& name);
/// Names of all hashes, sorted.
std::vector<std::string> page_hash_names();

}  // namespace ksmsim
