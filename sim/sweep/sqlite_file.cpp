#include "ksmsim/sweep/sqlite_file.h"

#include "ksmsim/analysis/figures.h"
#include "ksmsim/config/load.h"
#include "ksmsim/config/quantity.h"
#include "ksmsim/report/columns.h"
#include "sqlite_database.h"

namespace ksmsim {
namespace {

void write_scenario(SqliteDatabase& database, const Scenario& scenario) {
  SqliteRows rows(database, "sweep", "name TEXT, description TEXT, scenario TEXT", 3);
  rows.add(scenario.name).add(scenario.description).add(to_yaml(resolved_tree(scenario))).end_row();
}

/// A number where the setting is one, so that it can be compared and sorted.
void add_setting(SqliteRows& rows, const std::string& value) {
  const auto number = parse_real(value);
  number.value ? rows.add(number.value) : rows.add(value);
}

void write_points(SqliteDatabase& database, const RunResult& result) {
  std::string columns = "point INTEGER PRIMARY KEY";
  int count = 1;
  const auto column = [&](std::string_view name) {
    columns += ", " + sql_name(name);
    ++count;
  };
  if (!result.points.empty()) {
    for (const auto& [key, value] : result.points.front().settings) column(key);
  }
  for (const Figure& figure : figures()) column(figure.name);
  column("checksum.hash");
  column("checksum.source");
  column("fingerprint");
  SqliteRows rows(database, "points", columns, count);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const PointResult& point = result.points[i];
    rows.add(std::uint64_t{i});
    for (const auto& [key, value] : point.settings) add_setting(rows, value);
    for (const Figure& figure : figures()) rows.add(figure.value(point));
    rows.add(point.checksum.hash).add(point.checksum.source).add(point.fingerprint).end_row();
  }
}

void write_samples(SqliteDatabase& database, const RunResult& result) {
  std::string columns = "point INTEGER";
  int count = 1;
  visit_sample(Sample{}, [&](std::string_view name, auto) {
    columns += ", " + sql_name(name);
    ++count;
  });
  SqliteRows rows(database, "samples", columns, count);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    for (const Sample& sample : result.points[i].samples) {
      rows.add(std::uint64_t{i});
      visit_sample(sample, [&](std::string_view name, auto value) {
        tells(result.points[i], name) ? rows.add(value) : rows.add(std::optional<double>());
      });
      rows.end_row();
    }
  }
}

void write_vms(SqliteDatabase& database, const RunResult& result) {
  SqliteRows rows(
      database, "vms",
      "point INTEGER, name TEXT, ksm_rmap_items INTEGER, ksm_merging_pages INTEGER, ksm_zero_pages INTEGER, "
      "ksm_process_profit INTEGER",
      6);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    for (const VmResult& vm : result.points[i].vms) {
      rows.add(std::uint64_t{i}).add(vm.name).add(vm.ksm_rmap_items).add(vm.ksm_merging_pages);
      rows.add(vm.ksm_zero_pages).add(vm.ksm_process_profit).end_row();
    }
  }
}

void write_sharing(SqliteDatabase& database, const RunResult& result) {
  SqliteRows rows(database, "sharing",
                  "point INTEGER, contents_group INTEGER, what TEXT, contents INTEGER, vm TEXT, pages INTEGER", 6);
  for (std::size_t i = 0; i < result.points.size(); ++i) {
    const PointResult& point = result.points[i];
    for (std::size_t group = 0; group < point.sharing.size(); ++group) {
      const SharedContents& shared = point.sharing[group];
      for (const SharedContents::Holder& holder : shared.holders) {
        rows.add(std::uint64_t{i}).add(std::uint64_t{group}).add(kSharedWhats[static_cast<std::size_t>(shared.what)]);
        rows.add(shared.contents).add(point.vms.at(holder.vm).name).add(holder.pages).end_row();
      }
    }
  }
}

}  // namespace

void write_sqlite(const RunResult& result, std::ostream& out) {
  SqliteDatabase database;
  database.execute("BEGIN");
  write_scenario(database, result.scenario);
  write_points(database, result);
  write_samples(database, result);
  write_vms(database, result);
  write_sharing(database, result);
  database.execute("COMMIT");
  database.write(out);
}

}  // namespace ksmsim
