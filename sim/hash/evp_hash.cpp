#include "evp_hash.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>

namespace ksmsim {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

/// This thread's context. It keeps its buffers from page to page for as long as the algorithm stays
/// the same.
EVP_MD_CTX* thread_context() {
  thread_local const std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};
  return context.get();
}

}  // namespace

void EvpHash::Free::operator()(evp_md_st* digest) const { EVP_MD_free(digest); }

EvpHash::EvpHash(const std::string& algorithm) : digest_(EVP_MD_fetch(nullptr, algorithm.c_str(), nullptr)) {
  if (digest_ == nullptr) throw UsageError("this machine's OpenSSL does not offer " + algorithm);
}

std::string EvpHash::implementation() const {
  return std::string("openssl ") + OpenSSL_version(OPENSSL_VERSION_STRING);
}

std::uint64_t EvpHash::hash(PageView page) const {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  EVP_MD_CTX* context = thread_context();
  if (EVP_DigestInit_ex2(context, digest_.get(), nullptr) != 1 ||
      EVP_DigestUpdate(context, page.data(), page.size()) != 1 || EVP_DigestFinal_ex(context, bytes, nullptr) != 1) {
    throw Error("OpenSSL failed to compute a digest");
  }
  std::uint64_t first = 0;
  for (unsigned i = 0; i < 8; ++i) first |= static_cast<std::uint64_t>(bytes[i]) << (8 * i);
  return first;
}

}  // namespace ksmsim
