#pragma once
// The table of all keys of a scenario. Checks, defaults, the JSON schema and `explain` come from
// it, so they agree.
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/base/param.h"

namespace ksmsim {

enum class KeyType : std::uint8_t {
  mapping,
  list,
  any_names,  ///< any_names: a mapping whose keys are not fixed
  boolean,
  integer,
  real,
  text,
  size,
  duration,
  share,
  cost,  ///< nanoseconds with decimals, as a real
  flag,  ///< a boolean of the kernel: 0/1, y/n, on/off, true/false
  pages,
  page_range,
  content,
  sample,
  scalar
};

struct Key {
  std::string_view path;  ///< "vms[].memory"
  KeyType type;
  std::string_view fallback;  ///< as written in YAML; in brackets: what holds otherwise, in words; empty: none
  std::string_view help;
  std::string_view choices = {};  ///< "a|b", or "@hash", "@hash|a": the catalogue's names of that kind, and a
  std::uint64_t least = 0;        ///< of integers
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool required = false;
};

std::span<const Key> key_table();
/// The key of that path, or nullptr.
const Key* find_key(std::string_view path);
/// Last parts of the keys right below `path` ("" for the top), in the table's order.
std::vector<std::string> child_names(std::string_view path);
/// The value a missing key has, as written in YAML; empty: none.
std::string_view default_value(const Key& key);
/// Whether the key is one of /sys/kernel/mm/ksm, rather than one of ours beside it.
bool is_tunable(const Key& key);
/// Names of all files of /sys/kernel/mm/ksm that can be set.
std::vector<std::string> tunable_names();
/// The words of `choices`, the catalogue looked up.
std::vector<std::string> choice_words(std::string_view choices);
/// "an integer from 1 to 10000", for messages and for `explain`.
std::string describe_type(const Key& key);

}  // namespace ksmsim
