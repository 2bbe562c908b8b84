#pragma once
// Cryptographic hashes by OpenSSL's EVP, cut to their first 8 bytes.
#include <memory>
#include <string>

#include "ksmsim/hash/page_hash.h"

struct evp_md_st;  // EVP_MD

namespace ksmsim {

class EvpHash : public PageHash {
 public:
  /// `algorithm` as OpenSSL calls it. UsageError if this OpenSSL has it not (or not allowed, as
  /// under FIPS).
  explicit EvpHash(const std::string& algorithm);
  unsigned bits() const override { return 64; }
  std::string implementation() const override;
  std::uint64_t hash(PageView page) const override;

 private:
  struct Free {
    void operator()(evp_md_st* digest) const;
  };
  std::unique_ptr<evp_md_st, Free> digest_;
};

}  // namespace ksmsim
