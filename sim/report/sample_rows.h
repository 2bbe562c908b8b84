#pragma once
// The samples of a point, read one by one. Names that a run does not tell are in none of them.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ksmsim/experiment/run_result.h"
#include "tree_json.h"

namespace ksmsim {

class SampleRows {
 public:
  static constexpr std::size_t kColumns = 16;
  using Names = std::array<std::string_view, kColumns>;
  static const Names& names();

  /// Of the document `name`; with `keep` unset only the first is read.
  SampleRows(const std::string& name, bool keep) : name_(name), keep_(keep) {}

  void begin_point(std::size_t number);
  void begin_row() { at_ = 0; }
  void set(std::string_view column, Json value);
  void end_row();
  std::vector<Sample> take() { return std::move(samples_); }
  bool empty() const { return count_ == 0; }
  /// Of the samples; false if there are none.
  bool lacks(std::string_view column) const;
  std::string path() const;

 private:
  bool passed_over() const { return !keep_ && count_ > 0; }
  void check_columns() const;
  [[noreturn]] void wrong(std::size_t column, const std::string& what) const;
  Sample sample() const;

  const std::string& name_;
  bool keep_;
  std::size_t point_ = 0;
  std::size_t count_ = 0;
  std::size_t at_ = 0;               ///< where the next column is most likely
  std::array<Json, kColumns> row_;   ///< null where there is none
  std::array<bool, kColumns> told_;  ///< by the first one
  std::vector<Sample> samples_;
};

}  // namespace ksmsim
