#pragma once
// The mistakes of one file, gathered so that all are reported at once.
#include <string>
#include <vector>

#include "ksmsim/config/load.h"

namespace ksmsim {

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  /// A position of 0 means that the value came from the command line.
  void add(Position at, const std::string& key, std::string message, std::string hint = {});
  /// Takes over those of `other` that are not here yet.
  void merge(const Problems& other) { merge(other.list_); }
  void merge(const std::vector<Problem>& others);
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  const std::string& file() const { return file_; }
  /// ScenarioError if there is any.
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<Problem> list_;
};

}  // namespace ksmsim
