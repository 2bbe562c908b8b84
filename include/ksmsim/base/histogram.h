#pragma once
// A histogram of positive numbers with a relative error below 1/64: powers of two, each in 64 equal parts.
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace ksmsim {

class Histogram {
 public:
  void add(std::uint64_t value, std::uint64_t times = 1) {
    buckets_[bucket(value)] += times;
    count_ += times;
    total_ += value * times;
  }
  std::uint64_t count() const { return count_; }
  std::uint64_t total() const { return total_; }
  double mean() const { return count_ == 0 ? 0 : static_cast<double>(total_) / static_cast<double>(count_); }
  /// The value below which the share `q` (0 to 1) lies: the lower edge of its bucket; 0 if empty.
  std::uint64_t quantile(double q) const {
    const auto wanted = static_cast<std::uint64_t>(q * static_cast<double>(count_));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      seen += buckets_[i];
      if (seen > wanted || (seen == count_ && seen != 0)) return lower_edge(i);
    }
    return 0;
  }
  struct Bucket {
    std::uint64_t from, count;
  };
  /// The buckets that are not empty, ascending.
  std::vector<Bucket> buckets() const {
    std::vector<Bucket> out;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
      if (buckets_[i] != 0) out.push_back({lower_edge(i), buckets_[i]});
    }
    return out;
  }

 private:
  static constexpr unsigned kParts = 6;  // 2^6 parts a power of two
  static std::size_t bucket(std::uint64_t v) {
    if (v < (1u << kParts)) return static_cast<std::size_t>(v);
    const auto shift = static_cast<unsigned>(std::bit_width(v)) - 1 - kParts;
    return ((static_cast<std::size_t>(shift) + 1) << kParts) + static_cast<std::size_t>((v >> shift) - (1u << kParts));
  }
  static std::uint64_t lower_edge(std::size_t i) {
    if (i < (1u << kParts)) return i;
    const std::size_t shift = (i >> kParts) - 1;
    return ((i & ((1u << kParts) - 1)) + (1u << kParts)) << shift;
  }
  std::array<std::uint64_t, (64 - kParts + 1) << kParts> buckets_{};
  std::uint64_t count_ = 0, total_ = 0;
};

}  // namespace ksmsim
