#pragma once
// From values to places on an axis: round ticks, units and the labels they get.
#include <string>
#include <vector>

namespace ksmsim {

/// Round numbers that cover a range: steps of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  std::vector<double> at;  ///< ascending, at least two; the first and the last are the range's ends or beyond
};

/// About `wanted` steps from `from` to `to`.
Ticks round_ticks(double from, double to, int wanted = 5);
/// 1, 2, 5, 10 ... around [from, to]; both above 0.
Ticks log_ticks(double from, double to);
/// A tick's value with as many decimals as its step needs; thousands set apart by thin spaces.
std::string tick_text(double value, double step);

/// A unit that suits values up to `most`.
struct Unit {
  std::string name;  ///< "GiB"
  double per = 1;    ///< base units in one
};
Unit memory_unit(double most_bytes);
Unit time_unit(double most_seconds);

/// An axis: where a value lies on it, as a share of its length.
class Scale {
 public:
  enum class Kind { linear, log };
  /// Covers [from, to] and ends at round numbers.
  Scale(double from, double to, int wanted = 5, Kind kind = Kind::linear);
  double share(double value) const;
  const Ticks& ticks() const { return ticks_; }

 private:
  Kind kind_;
  Ticks ticks_;
};

}  // namespace ksmsim
