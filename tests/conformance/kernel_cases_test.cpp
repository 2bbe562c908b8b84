// The simulated kernel against recordings of real ones: every case, every row, every column.
#include <iostream>

#include "catch.h"
#include "recordings.h"

using namespace ksmsim;

namespace {

struct Comparison {
  std::size_t cases = 0, rows = 0;
  std::string differences;
};

void compare_case(const std::string& name, const std::string& kernel, const Recording& recorded, Comparison& all) {
  const PointResult run = run_case(name, kernel);
  ++all.cases;
  all.rows += recorded.size();
  if (run.samples.size() != recorded.size()) {
    all.differences += name + ": " + std::to_string(run.samples.size()) + " batches, recorded " +
                       std::to_string(recorded.size()) + "\n";
  }
  for (std::size_t i = 0; i < std::min(run.samples.size(), recorded.size()); ++i) {
    const auto row = sample_row(run.samples[i]);
    for (const auto& [column, value] : recorded[i]) {
      if (row.at(column) == value) continue;
      all.differences += name + ", batch " + std::to_string(i + 1) + ", " + column + ": " +
                         std::to_string(row.at(column)) + ", recorded " + std::to_string(value) + "\n";
      return;
    }
  }
}

Comparison compare_all(const std::string& kernel) {
  Comparison all;
  for (const auto& [name, file] : recordings_of(kernel)) compare_case(name, kernel, read_recording(file), all);
  std::cout << "Linux " << kernel << ": " << all.cases << " cases, " << all.rows << " rows compared\n";
  return all;
}

}  // namespace

TEST_CASE("every recorded row of Linux 6.18 is what the simulation gives") {
  const Comparison all = compare_all("6.18");
  CHECK(all.differences == "");
  CHECK(all.cases == 109);
  CHECK(all.rows == 7314);
}

TEST_CASE("every recorded row of Linux 6.12 is what the simulation gives") {
  const Comparison all = compare_all("6.12");
  CHECK(all.differences == "");
  CHECK(all.cases == 109);
  CHECK(all.rows == 7314);
}

TEST_CASE("every recorded row of Linux 6.1 is what the simulation gives") {
  const Comparison all = compare_all("6.1");
  CHECK(all.differences == "");
  CHECK(all.cases == 78);
  CHECK(all.rows == 4525);
}

TEST_CASE("without the LRU batch the cases about pages just faulted come out otherwise") {
  const Recording recorded = read_recording(recordings_of("6.18").at("fresh-page-n01"));
  auto points = load_points((kTestData / "cases/fresh-page-n01.yaml").string(), {{"host.lru_batch", "off"}});
  const PointResult run = run_point(points.front());
  REQUIRE(run.samples.size() == recorded.size());
  std::size_t differing = 0;
  for (std::size_t i = 0; i < recorded.size(); ++i) differing += sample_row(run.samples[i]) == recorded[i] ? 0u : 1u;
  CHECK(differing > 0);
}

TEST_CASE("the kernel refuses what it refused when settings-mid-run was recorded") {
  std::vector<std::string> refused;
  for (const EventResult& event : run_case("settings-mid-run", "6.18").events) {
    if (!event.refused.empty()) refused.push_back(event.refused);
  }
  CHECK(refused == std::vector<std::string>{"EBUSY", "EBUSY", "EINVAL"});
}
