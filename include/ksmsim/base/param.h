#pragma once
// Parameters of plug-ins: what a plug-in accepts (ParamSpec) and what a scenario gave (Params). The scenario reader
// checks types and fills defaults in, so that a plug-in reads values that are there and have their type.
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "ksmsim/base/error.h"
#include "ksmsim/base/units.h"

namespace ksmsim {

enum class ParamType { boolean, integer, real, text, size, duration, share };

/// A share of a whole, 0 to 1; written "35%" or 0.35.
struct Share {
  double value = 0;
  friend bool operator==(Share, Share) = default;
};

struct ParamSpec {
  std::string key;  ///< may have one dot: "slow.period" is key `period` in the mapping `slow`
  ParamType type;
  std::string fallback;  ///< as written in YAML; empty: required
  std::string help;      ///< one sentence
};

using ParamValue = std::variant<bool, std::uint64_t, double, std::string, Bytes, Duration, Share>;

/// Values by key, one for each ParamSpec of the plug-in.
class Params {
 public:
  void set(const std::string& key, ParamValue value) { values_[key] = std::move(value); }
  const std::map<std::string, ParamValue>& all() const { return values_; }

  /// The value of `key`; an Error if it is missing or of another type (a fault of ours, not of the user).
  template <class T>
  const T& get(const std::string& key) const {
    const auto found = values_.find(key);
    const T* value = found == values_.end() ? nullptr : std::get_if<T>(&found->second);
    if (value == nullptr) throw Error("parameter '" + key + "' was not prepared");
    return *value;
  }
  friend bool operator==(const Params&, const Params&) = default;

 private:
  std::map<std::string, ParamValue> values_;
};

}  // namespace ksmsim
