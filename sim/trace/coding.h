#pragma once
// Numbers as bytes: LEB128 for unsigned ones, zigzag before it for signed ones, fixed little-endian.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ksmsim {

class ByteWriter {
 public:
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_.push_back(static_cast<std::byte>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<std::byte>(value));
  }
  void fixed(std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
  }
  void text(const std::string& text) {
    varint(text.size());
    append(std::as_bytes(std::span(text)));
  }
  void append(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  std::size_t size() const { return bytes_.size(); }
  const std::vector<std::byte>& bytes() const { return bytes_; }
  void clear() { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads what ByteWriter wrote. Beyond the end, or at a number too long, everything reads as 0 and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint64_t>(next());
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return ok_ ? value : 0;
    }
    ok_ = false;
    return 0;
  }
  std::uint64_t fixed(unsigned size) {
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(next()) << (8 * i);
    return ok_ ? value : 0;
  }
  std::string text() {
    const std::uint64_t size = varint();
    if (size > left()) ok_ = false;
    if (!ok_) return {};
    std::string text(reinterpret_cast<const char*>(bytes_.data() + at_), size);
    at_ += size;
    return text;
  }
  std::span<const std::byte> take(std::size_t size) {
    if (size > left()) ok_ = false;
    if (!ok_) return {};
    at_ += size;
    return bytes_.subspan(at_ - size, size);
  }
  std::size_t left() const { return bytes_.size() - at_; }
  bool ok() const { return ok_; }
  bool done() const { return ok_ && left() == 0; }

 private:
  std::byte next() {
    if (at_ == bytes_.size()) ok_ = false;
    return ok_ ? bytes_[at_++] : std::byte{0};
  }
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

constexpr std::uint64_t zigzag(std::int64_t value) {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t unzigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

}  // namespace ksmsim
