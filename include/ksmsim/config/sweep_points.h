#pragma once
// The points of a scenario's sweep, made one by one: axes in file order, the last varies fastest; axes that are zipped
// count as one, in the place of their first; then repeats. Points that a `where` condition rules out are not counted.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "ksmsim/config/load.h"

namespace ksmsim {

class SweepPoints {
 public:
  struct Plan;  ///< how the points follow from the text

  /// `yaml` is the text of `file`. ScenarioError if it is no scenario, its axes contradict each other or no point is
  /// left; a mistake of a single point shows in point().
  SweepPoints(std::string yaml, std::string file, Overrides overrides = {});
  ~SweepPoints();
  SweepPoints(SweepPoints&&) noexcept;
  SweepPoints& operator=(SweepPoints&&) noexcept;

  /// As in the file, sweep included.
  const Scenario& scenario() const;
  const std::string& yaml() const { return yaml_; }
  const std::string& file() const { return file_; }
  const Overrides& overrides() const { return overrides_; }

  std::size_t size() const;
  std::vector<std::pair<std::string, std::string>> settings(std::size_t i) const;
  /// ScenarioError.
  SweepPoint point(std::size_t i) const;
  /// Reads all points; a ScenarioError with the mistakes of the first that have any.
  void check_all() const;

 private:
  std::string yaml_, file_;
  Overrides overrides_;
  std::unique_ptr<const Plan> plan_;
};

}  // namespace ksmsim
