#pragma once
// What real kernels showed: tests/data/recordings/linux-VERSION/CASE.csv, for the scenarios in tests/data/cases. 6.12
// has files only where it differs from 6.18 (tests/data/README.md).
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"

namespace ksmsim {

inline const std::filesystem::path kTestData = std::filesystem::path(KSMSIM_SOURCE_DIR) / "tests/data";

/// A recording: rows of values by column name.
using Recording = std::vector<std::map<std::string, std::int64_t>>;

inline Recording read_recording(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::string> columns;
  std::istringstream header(line);
  for (std::string name; std::getline(header, name, ',');) columns.push_back(name);
  Recording rows;
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream cells(line);
    auto& row = rows.emplace_back();
    for (const std::string& column : columns) {
      std::string cell;
      std::getline(cells, cell, ',');
      row[column] = std::stoll(cell);
    }
  }
  return rows;
}

inline std::map<std::string, std::int64_t> sample_row(const Sample& s) {
  const KsmCounters& c = s.counters;
  const auto i = [](std::uint64_t v) { return static_cast<std::int64_t>(v); };
  return {{"batch", i(s.batch)},
          {"full_scans", i(c.full_scans)},
          {"pages_scanned", i(c.pages_scanned)},
          {"pages_skipped", i(c.pages_skipped)},
          {"pages_shared", i(c.pages_shared)},
          {"pages_sharing", i(c.pages_sharing)},
          {"pages_unshared", i(c.pages_unshared)},
          {"pages_volatile", i(c.pages_volatile)},
          {"ksm_zero_pages", i(c.ksm_zero_pages)},
          {"stable_node_chains", i(c.stable_node_chains)},
          {"stable_node_dups", i(c.stable_node_dups)},
          {"general_profit", c.general_profit}};
}

/// The recordings of one kernel, by case.
inline std::map<std::string, std::filesystem::path> recordings_of(const std::string& kernel) {
  std::map<std::string, std::filesystem::path> found;
  const auto collect = [&](const std::string& version) {
    for (const auto& entry : std::filesystem::directory_iterator(kTestData / "recordings" / ("linux-" + version))) {
      if (entry.path().extension() == ".csv") found[entry.path().stem().string()] = entry.path();
    }
  };
  if (kernel == "6.12") collect("6.18");
  collect(kernel);
  return found;
}

inline PointResult run_case(const std::string& name, const std::string& kernel, const std::string& scanner = "ksm") {
  const auto points = load_points((kTestData / "cases" / (name + ".yaml")).string(),
                                  {{"host.kernel", "'" + kernel + "'"}, {"ksm.scanner", scanner}, {"sample", "batch"}});
  return run_point(points.front());
}

}  // namespace ksmsim
