#pragma once
// A file read from one place on, a small number at a time: few calls to the system for many numbers.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "ksmsim/trace/input_file.h"

namespace ksmsim {

class Cursor {
 public:
  explicit Cursor(const InputFile& file, std::uint64_t offset = 0) : file_(file), offset_(offset) {}

  const InputFile& file() const { return file_; }
  std::uint64_t offset() const { return offset_; }
  bool at_end() const { return offset_ >= file_.size(); }
  /// What is wrong is wrong here.
  [[noreturn]] void fail(const std::string& why) const { file_.fail(offset_, why); }

  void skip(std::uint64_t bytes) {
    if (!file_.has(offset_, bytes)) {
      fail("the file ends at " + std::to_string(file_.size()) + ", where " + std::to_string(bytes) +
           " bytes were expected");
    }
    offset_ += bytes;
  }
  template <class T>
  T little() {
    return number<T>(std::endian::native == std::endian::big);
  }
  template <class T>
  T big() {
    return number<T>(std::endian::native == std::endian::little);
  }
  std::string text(std::size_t bytes) {
    const std::uint64_t at = offset_;
    skip(bytes);
    std::string text(bytes, '\0');
    file_.read(at, std::as_writable_bytes(std::span(text)));
    return text;
  }

 private:
  template <class T>
  T number(bool swap) {
    const std::uint64_t at = offset_;
    skip(sizeof(T));
    if (at < window_at_ || at + sizeof(T) > window_at_ + window_bytes_) {
      window_at_ = at;
      window_bytes_ = std::min<std::uint64_t>(window_.size(), file_.size() - at);
      file_.read(at, std::span(window_).first(window_bytes_));
    }
    std::array<std::byte, sizeof(T)> bytes;
    std::memcpy(bytes.data(), window_.data() + (at - window_at_), sizeof(T));
    if (swap) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<T>(bytes);
  }

  const InputFile& file_;
  std::uint64_t offset_;
  std::array<std::byte, 512> window_;  // small: what lies between the numbers, pages mostly, is skipped
  std::uint64_t window_at_ = 0, window_bytes_ = 0;
};

}  // namespace ksmsim
