#include "json_member.h"

#include <limits>

#include "ksmsim/base/error.h"

namespace ksmsim {

void throw_wrong(const std::string& name, const std::string& path, const std::string& what) {
  throw UsageError(name + ": " + path + (path.empty() ? "" : ": ") + what);
}

std::string expected_text(const std::string& what, const Json& got) {
  constexpr std::size_t kLongest = 40;
  std::string text;
  if (got.is_object()) {
    text = "an object";
  } else if (got.is_array()) {
    text = "a list";
  } else if (got.is_string() && got.get_ref<const std::string&>().size() > kLongest) {
    text = "a long text";
  } else {
    text = got.dump(-1, ' ', true, Json::error_handler_t::replace);
  }
  return "expected " + what + ", got " + text;
}

std::optional<std::uint64_t> count_of(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number_integer() && json.get<std::int64_t>() >= 0) return json.get<std::uint64_t>();
  return std::nullopt;
}

std::optional<std::int64_t> signed_of(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }
  return json.is_number_integer() ? std::optional(json.get<std::int64_t>()) : std::nullopt;
}

Member::Member(const Json& value, const std::string& name, std::string path)
    : value_(&value), name_(&name), path_(std::move(path)) {}

const Member& Member::check(bool is_it, const char* what) const {
  if (!is_it) wrong(expected_text(what, *value_));
  return *this;
}

const Member& Member::object() const { return check(value_->is_object(), "an object"); }
const Member& Member::list() const { return check(value_->is_array(), "a list"); }

std::optional<Member> Member::find(const char* key) const {
  object();
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return Member(*found, *name_, path_.empty() ? key : path_ + "." + key);
}

Member Member::at(const char* key) const {
  auto found = find(key);
  if (!found) throw_wrong(*name_, path_.empty() ? key : path_ + "." + key, "is missing");
  return *std::move(found);
}

Member Member::item(std::size_t i) const { return {(*value_)[i], *name_, path_ + "[" + std::to_string(i) + "]"}; }

std::uint64_t Member::count() const {
  const auto value = count_of(*value_);
  check(value.has_value(), "a whole number from 0 on");
  return *value;
}

std::uint32_t Member::small_count() const {
  const auto value = count_of(*value_);
  check(value && *value <= std::numeric_limits<std::uint32_t>::max(), "a whole number below 2^32");
  return static_cast<std::uint32_t>(*value);
}

std::int64_t Member::signed_number() const {
  const auto value = signed_of(*value_);
  check(value.has_value(), "a whole number");
  return *value;
}

double Member::real() const {
  check(value_->is_number(), "a number");
  return value_->get<double>();
}

std::optional<double> Member::real_or_null() const {
  if (value_->is_null()) return std::nullopt;
  check(value_->is_number(), "a number or null");
  return value_->get<double>();
}

bool Member::boolean() const {
  check(value_->is_boolean(), "true or false");
  return value_->get<bool>();
}

const std::string& Member::text() const {
  check(value_->is_string(), "a text");
  return value_->get_ref<const std::string&>();
}

}  // namespace ksmsim
