#include "sample_rows.h"

#include <algorithm>

#include "json_member.h"
#include "ksmsim/report/columns.h"

namespace ksmsim {
namespace {

constexpr const char* kSigned = "a whole number below 2^63";
constexpr const char* kCount = "a whole number from 0 on";

template <class T>
bool assign(const Json& value, T& out) {
  const auto number = [&] {
    if constexpr (std::is_signed_v<T>)
      return signed_of(value);
    else
      return count_of(value);
  }();
  if (number) out = *number;
  return number.has_value();
}

}  // namespace

const SampleRows::Names& SampleRows::names() {
  static const Names kNames = [] {
    Names names;
    std::size_t i = 0;
    visit_sample(Sample{}, [&](std::string_view name, auto) { names.at(i++) = name; });
    return names;
  }();
  return kNames;
}

std::string SampleRows::path() const {
  return "points[" + std::to_string(point_) + "].samples[" + std::to_string(count_) + "]";
}

void SampleRows::begin_point(std::size_t number) {
  point_ = number;
  count_ = 0;
  row_.fill(nullptr);
  told_.fill(true);
}

void SampleRows::wrong(std::size_t column, const std::string& what) const {
  throw_wrong(name_, path() + "." + std::string(names()[column]), what);
}

void SampleRows::set(std::string_view column, Json value) {
  if (passed_over()) return;
  const Names& all = names();
  if (at_ >= kColumns || all[at_] != column) {
    at_ = static_cast<std::size_t>(std::find(all.begin(), all.end(), column) - all.begin());
  }
  if (at_ == kColumns) return;
  if (!value.is_number_integer()) wrong(at_, expected_text("a whole number", value));
  row_[at_++] = std::move(value);
}

void SampleRows::check_columns() const {
  for (std::size_t i = 0; i < kColumns; ++i) {
    const bool told = !row_[i].is_null();
    if (count_ == 0 ? !told && !is_optional_column(names()[i]) : !told && told_[i]) wrong(i, "is missing");
    if (count_ > 0 && told && !told_[i]) wrong(i, "is not in the sample before");
  }
}

Sample SampleRows::sample() const {
  Sample sample;
  std::size_t i = 0;
  visit_sample(sample, [&](std::string_view, auto& out) {
    if (!row_[i].is_null() && !assign(row_[i], out))
      wrong(i, expected_text(std::is_signed_v<std::decay_t<decltype(out)>> ? kSigned : kCount, row_[i]));
    ++i;
  });
  return sample;
}

void SampleRows::end_row() {
  if (passed_over()) return;
  check_columns();
  if (count_ == 0) {
    std::transform(row_.begin(), row_.end(), told_.begin(), [](const Json& value) { return !value.is_null(); });
  }
  const Sample read = sample();
  if (keep_) samples_.push_back(read);
  ++count_;
  row_.fill(nullptr);
}

bool SampleRows::lacks(std::string_view column) const {
  const Names& all = names();
  const auto at = std::find(all.begin(), all.end(), column);
  return at == all.end() || !told_[static_cast<std::size_t>(at - all.begin())];
}

}  // namespace ksmsim
