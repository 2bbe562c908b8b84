#pragma once
// All that a command writes of a result: opened before the run and written after it.
#include <functional>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "interrupt.h"
#include "ksmsim/experiment/run_result.h"
#include "output.h"

namespace ksmsim {

class Outputs {
 public:
  using Writer = std::function<void(const RunResult&, std::ostream&)>;

  /// `input`: the file read, which no output may replace.
  explicit Outputs(const std::string& input) : Outputs(std::vector<std::string>{input}) {}
  explicit Outputs(const std::vector<std::string>& inputs) {
    for (const std::string& input : inputs) inputs_.insert(file_identity(input));
  }
  /// Opens `name`; nothing if it is empty.
  void add(const std::string& name, Writer writer);
  bool has_standard_output() const { return names_.count("-") != 0; }
  /// Files get their names once all of them are whole, and none if `watch` saw a signal. Stdout,
  /// whose reader may be gone, comes last: results are not lost for it.
  void write(const RunResult& result, const InterruptWatch& watch);

 private:
  struct Entry {
    std::string name;
    std::unique_ptr<Output> output;
    Writer writer;
    void write(const RunResult& result) const;
  };
  std::set<std::string> inputs_, names_;
  std::vector<Entry> outputs_;
};

}  // namespace ksmsim
