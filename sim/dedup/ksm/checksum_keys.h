#pragma once
// What a scanner's checksum sees of a page. Checksums are not computed here: contents stand for them, as one collision
// in 2^32 is taken for none. But of a hash that does not read whole pages they are, since it cannot tell many apart.
#include <memory>
#include <string>

#include "ksmsim/content/content.h"
#include "ksmsim/hash/page_hash.h"

namespace ksmsim {

class ChecksumKeys {
 public:
  /// UsageError if this machine cannot compute the hash.
  void use(const std::string& hash, unsigned bits);
  /// Other contents have other checksums.
  bool sees_all() const { return blind_ == nullptr; }
  /// Equal for contents of the same checksum. The bytes of captured pages are not known: theirs are taken to differ.
  Content of(Content c) const { return sees_all() ? c : computed(c); }
  bool same(Content a, Content b) const { return a == b || (!sees_all() && computed(a) == computed(b)); }

 private:
  Content computed(Content c) const;

  std::unique_ptr<PageHash> blind_;  ///< only one that does not read whole pages
  unsigned bits_ = 32;
};

}  // namespace ksmsim
