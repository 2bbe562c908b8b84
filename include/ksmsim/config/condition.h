#pragma once
// A comparison as a person writes it: "ksm.pages_to_scan * 1000 / ksm.sleep_millisecs <= 20000", "ksm.hash != jhash2",
// "checksum.mean_ns < 1500".
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ksmsim {

/// Two sums, products and brackets of numbers and names, with one of < <= > >= == != between them. Numbers may have
/// units: sizes are bytes, times nanoseconds, 35% is 0.35. Names may hold '-', so a minus needs a space before it.
class Condition {
 public:
  using Value = std::variant<double, std::string>;
  /// What a name stands for, or nothing if there is none of that name.
  using Lookup = std::function<std::optional<Value>(std::string_view name)>;

  /// UsageError with what was expected where.
  explicit Condition(std::string text);
  const std::string& text() const { return text_; }
  /// All words in it; those that no name is known for are texts to compare with.
  std::vector<std::string> words() const;
  /// UsageError if it cannot be told: numbers of a text, or no name known at all.
  bool holds(const Lookup& lookup) const;

  struct Node;

 private:
  std::string text_;
  std::shared_ptr<const Node> root_;
};

/// "64MiB" as bytes, "5ms" as nanoseconds, "35%" as 0.35, "12" and "1.5" as they are; nothing if it is not a number.
std::optional<double> plain_number(std::string_view text);

}  // namespace ksmsim
