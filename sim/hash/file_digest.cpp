#include "ksmsim/hash/file_digest.h"

#include <algorithm>
#include <array>
#include <fstream>

#include "ksmsim/base/error.h"
#include "ksmsim/hash/fingerprint.h"

namespace ksmsim {
namespace {

constexpr std::size_t kDigits = 32, kPiece = 1 << 20;

std::string hexadecimal(const Fingerprint& print) {
  constexpr const char* kHex = "0123456789abcdef";
  std::string text;
  for (const std::uint64_t half : {print.high, print.low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kHex[half >> shift & 15];
  }
  return text;
}

}  // namespace

std::string text_digest(const std::string& text) {
  return hexadecimal(fingerprint(std::as_bytes(std::span(text.data(), text.size()))));
}

/// The digest of its pieces' digests: files may be larger than memory.
std::string file_digest(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(kPiece, '\0'), digests;
  while (in) {
    in.read(piece.data(), kPiece);
    digests += text_digest(piece.substr(0, static_cast<std::size_t>(in.gcount())));
  }
  if (!in.eof()) throw Error("cannot read " + file);
  return text_digest(digests);
}

bool is_digest(const std::string& text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return text.size() == kDigits && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace ksmsim
