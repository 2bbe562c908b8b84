#pragma once
// Values of a JSON document that know where they stand: what is not as expected is told as `NAME: MEMBER: ...`.
#include <cstdint>
#include <optional>
#include <string>

#include "tree_json.h"

namespace ksmsim {

/// UsageError `NAME: PATH: what`.
[[noreturn]] void throw_wrong(const std::string& name, const std::string& path, const std::string& what);
/// "expected WHAT, got ...", in a few words.
std::string expected_text(const std::string& what, const Json& got);

/// Whole numbers in their range; nothing if it is none.
std::optional<std::uint64_t> count_of(const Json& json);
std::optional<std::int64_t> signed_of(const Json& json);

/// Refers to the document and to its name; all that it gives is checked.
class Member {
 public:
  Member(const Json& value, const std::string& name, std::string path);

  Member at(const char* key) const;
  std::optional<Member> find(const char* key) const;
  std::size_t size() const { return value_->size(); }
  Member item(std::size_t i) const;

  std::uint64_t count() const;
  std::uint32_t small_count() const;
  std::int64_t signed_number() const;
  double real() const;
  std::optional<double> real_or_null() const;
  bool boolean() const;
  const std::string& text() const;
  const Json& json() const { return *value_; }
  const Member& object() const;
  const Member& list() const;
  [[noreturn]] void wrong(const std::string& what) const { throw_wrong(*name_, path_, what); }

 private:
  const Member& check(bool is_it, const char* what) const;

  const Json* value_;
  const std::string* name_;
  std::string path_;
};

}  // namespace ksmsim
