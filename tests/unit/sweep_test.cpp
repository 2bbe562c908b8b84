#include <algorithm>
#include <filesystem>

#include "catch.h"
#include "fault_text.h"
#include "ksmsim/experiment/run.h"
#include "sweeps.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

std::string folder_in(const TempDir& dir, const std::string& name = "x.sweep") { return (dir.path() / name).string(); }

std::size_t files_of(const std::string& folder, const std::string& ending) {
  const std::filesystem::recursive_directory_iterator files(folder + "/points");
  return static_cast<std::size_t>(
      std::count_if(begin(files), end(files), [&](const auto& file) { return file.path().extension() == ending; }));
}

/// As a plan has it, of a version so many later.
std::string version_text(int later) { return "\"result_version\":" + std::to_string(kResultVersion + later); }

}  // namespace

TEST_CASE("a sweep's store gives the result that one run of all points gives") {
  const TempDir dir;
  const SweepPlan plan = plan_of();
  const SweepProgress done = sweep_into(folder_in(dir), plan);
  CHECK(done.points == 6);
  CHECK(done.ran == 6);
  CHECK(done.failed == 0);
  CHECK_FALSE(done.best.empty());

  std::vector<SweepPoint> points;
  for (std::size_t i = 0; i < plan.size(); ++i) points.push_back(plan.points().point(i));
  const RunResult whole = run_points(plan.points().scenario(), points);
  std::ostringstream expected, merged;
  write_csv(whole, expected);
  write_csv(merge_stores({folder_in(dir)}).result, merged);
  CHECK(merged.str() == expected.str());
}

TEST_CASE("points that are there are not run again, also by a sweep of other points") {
  const TempDir dir;
  sweep_into(folder_in(dir), plan_of());
  CHECK(sweep_into(folder_in(dir), plan_of()).ran == 0);
  const SweepPlan more = plan_of(kSmallSweep, {{"sweep.axes.ksm.pages_to_scan", "[20, 30, 40]"}});
  const SweepProgress done = sweep_into(folder_in(dir), more);
  CHECK(done.kept == 4);
  CHECK(done.ran == 2);
  CHECK(merge_stores({folder_in(dir)}).result.points.size() == 6);
}

TEST_CASE("a result that was cut short is run again") {
  const TempDir dir;
  const SweepPlan plan = plan_of();
  sweep_into(folder_in(dir), plan);
  const std::string file = folder_in(dir) + "/points/" + plan.id(2).substr(0, 2) + "/" + plan.id(2) + ".json";
  const std::string before = read_file(file);
  std::filesystem::resize_file(file, before.size() / 2);
  CHECK(merge_stores({folder_in(dir)}).missing.size() == 1);
  CHECK(sweep_into(folder_in(dir), plan).ran == 1);
  CHECK(merge_stores({folder_in(dir)}).complete());
}

TEST_CASE("the name of a result does not hang on what cannot change it") {
  const auto id = [](const std::string& yaml, const Overrides& overrides = {}) {
    return plan_of(yaml, overrides).id(0);
  };
  const std::string base = id(kSmallSweep);
  CHECK(base.size() == 32);
  CHECK(id(kSmallSweep, {{"description", "other words"}, {"name", "another"}}) == base);
  CHECK(id(kSmallSweep, {{"ksm.sleep_millisecs", "21"}}) != base);
  CHECK(id(kSmallSweep, {{"seed", "2"}}) != base);
}

TEST_CASE("a trace that changed gives results of other names, and fails a plan made before") {
  const TempDir dir;
  const auto list = [](const std::string& ids) {
    return "# contents 3 zero -1\nregion vm=0 start=0x7f0000000 pages=4 huge=\n" + ids + "\n";
  };
  const std::string trace = dir.write("t.txt", list("0 1 2 2"));
  const std::string yaml =
      "vms: [{name: a, trace: " + trace + "#0}]\nstop: {batches: 2}\nsweep: {axes: {seed: [1, 2]}}\n";
  const SweepPlan before = plan_of(yaml);
  dir.write("t.txt", list("0 1 1 1"));
  CHECK(plan_of(yaml).id(0) != before.id(0));
  const SweepProgress done = sweep_into(folder_in(dir), before);
  CHECK(done.failed == 2);
  const Merged merged = merge_stores({folder_in(dir)});
  REQUIRE(merged.failed.size() == 2);
  CHECK(merged.failed[0].find("has changed since the sweep was planned") != std::string::npos);
}

TEST_CASE("a point that fails is kept with its reason, and run again only when asked to") {
  const TempDir dir;
  const SweepPlan plan =
      plan_of(kSmallSweep, {{"host.cpu", "xeon-e5-2420v2"}, {"sweep.axes.ksm.hash", "[xxh64, sha256]"}});
  const SweepProgress done = sweep_into(folder_in(dir), plan);
  CHECK(done.failed == 3);
  CHECK(files_of(folder_in(dir), ".failed") == 3);
  CHECK(sweep_into(folder_in(dir), plan).ran == 0);
  SweepOptions again;
  again.retry_failed = true;
  CHECK(sweep_into(folder_in(dir), plan, again).ran == 3);
  const Merged merged = merge_stores({folder_in(dir)});
  CHECK(merged.result.points.size() == 3);
  REQUIRE(merged.failed.size() == 3);
  CHECK(merged.failed[0].find("pages_to_scan=10 hash=sha256: ") == 0);
}

TEST_CASE("a plan reads back as itself") {
  const SweepPlan plan = plan_of(kSmallSweep, {{"seed", "9"}});
  const SweepPlan again = SweepPlan::parse(plan.text(), "plan.json");
  CHECK(again.text() == plan.text());
  CHECK(again.id(5) == plan.id(5));
  CHECK(SweepPlan::is_plan(plan.text()));
  CHECK_FALSE(SweepPlan::is_plan(kSmallSweep));
}

TEST_CASE("what is no plan, or one of another version, is refused") {
  const std::string text = plan_of().text();
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    return other;
  };
  const auto fault = [](const std::string& plan) { return fault_text([&] { SweepPlan::parse(plan, "p"); }); };
  CHECK(fault("{}") == "p: not a sweep's plan as `ksmsim sweep plan` writes it");
  CHECK(fault(text.substr(0, 200)).find("not a sweep's plan") != std::string::npos);
  CHECK(fault(changed("\"id\":\"", "\"id\":\"../")).find("not a sweep's plan") != std::string::npos);
  CHECK(fault(changed(version_text(0), version_text(75))).find("another version of ksmsim") != std::string::npos);
}

TEST_CASE("a store of another version is left alone") {
  const TempDir dir;
  std::filesystem::create_directories(folder_in(dir));
  std::string text = plan_of().text();
  text.replace(text.find(version_text(0)), version_text(0).size(), version_text(1));
  dir.write("x.sweep/plan.json", text);
  CHECK_THROWS_WITH(sweep_into(folder_in(dir), plan_of()), contains_text("another version of ksmsim"));
  CHECK(dir.read("x.sweep/plan.json") == text);
}

TEST_CASE("a folder of other files is no store") {
  const TempDir dir;
  dir.write("thesis.tex", "years of work");
  CHECK_THROWS_WITH(SweepStore(dir.path().string()), contains_text("holds other files"));
  CHECK_THROWS_WITH(SweepStore((dir.path() / "thesis.tex").string()), contains_text("not a folder"));
  CHECK_THROWS_WITH(merge_stores({folder_in(dir)}), contains_text("no sweep's store"));
}

TEST_CASE("two sweeps on one store keep out of each other's way") {
  const TempDir dir;
  const SweepPlan plan = plan_of(), other = plan_of(kSmallSweep, {{"seed", "5"}});
  SweepStore store(folder_in(dir)), same(folder_in(dir));
  const auto first = store.claim(plan, {0, 2});
  CHECK_THROWS_AS(same.claim(plan, {0, 2}), Busy);
  CHECK_THROWS_AS(same.claim(other, {1, 2}), Busy);
  const auto second = same.claim(plan, {1, 2});
  CHECK(second != nullptr);
}

TEST_CASE("stores of two sweeps are not merged") {
  const TempDir dir;
  sweep_into(folder_in(dir, "a"), plan_of());
  sweep_into(folder_in(dir, "b"), plan_of(kSmallSweep, {{"seed", "5"}}));
  CHECK_THROWS_WITH(merge_stores({folder_in(dir, "a"), folder_in(dir, "b")}), contains_text("holds another sweep"));
}

TEST_CASE("stores that tell different results of one point are in conflict") {
  const TempDir dir;
  const SweepPlan plan = plan_of();
  sweep_into(folder_in(dir, "a"), plan);
  sweep_into(folder_in(dir, "b"), plan);
  CHECK(merge_stores({folder_in(dir, "a"), folder_in(dir, "b")}).complete());
  const std::string file = folder_in(dir, "b") + "/points/" + plan.id(3).substr(0, 2) + "/" + plan.id(3) + ".json";
  std::string text = read_file(file);
  text.replace(text.find("\"batches\": 6"), 12, "\"batches\": 7");
  write_file(file, text);
  CHECK_THROWS_WITH(merge_stores({folder_in(dir, "a"), folder_in(dir, "b")}), contains_text("one of them is wrong"));
}

TEST_CASE("a point that measures the machine runs alone") {
  const TempDir dir;
  const SweepPlan plan = plan_of(R"(name: measured
host: {checksum_time: measured}
vms: [{name: a, regions: [{pages: "1..4000"}]}]
stop: {batches: 200}
sweep: {axes: {ksm.pages_to_scan: [50, 60, 70]}}
)");
  double most = 0;
  SweepOptions options;
  options.jobs = 4;
  options.progress = [&](const SweepProgress& progress) { most = std::max(most, progress.in_flight); };
  CHECK(sweep_into(folder_in(dir), plan, options).ran == 3);
  CHECK(most <= 1);
}

TEST_CASE("a sweep that is stopped keeps what it has") {
  const TempDir dir;
  std::stop_source stop;
  SweepOptions options;
  options.stop = stop.get_token();
  options.progress = [&](const SweepProgress& progress) {
    if (progress.ran == 2) stop.request_stop();
  };
  CHECK_THROWS_AS(sweep_into(folder_in(dir), plan_of(), options), Interrupted);
  CHECK(files_of(folder_in(dir), ".json") == 2);
  CHECK(sweep_into(folder_in(dir), plan_of()).ran == 4);
}

TEST_CASE("a store that cannot be written ends the sweep") {
  const TempDir dir;
  sweep_into(folder_in(dir), plan_of(kSmallSweep, {{"sweep.axes.ksm.hash", "[xxh64]"}}));
  const SweepPlan plan = plan_of();
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::string folder = folder_in(dir) + "/points/" + plan.id(i).substr(0, 2);
    if (!std::filesystem::exists(folder)) write_file(folder, "in the way");
  }
  CHECK_THROWS_WITH(sweep_into(folder_in(dir), plan), contains_text("Not a directory"));
  CHECK(files_of(folder_in(dir), ".tmp") == 0);
}

TEST_CASE("SQL finds what a sweep's points gave") {
  const TempDir dir;
  sweep_into(folder_in(dir), plan_of());
  std::ostringstream file;
  write_sqlite(merge_stores({folder_in(dir)}).result, file);
  CHECK(file.str().substr(0, 15) == "SQLite format 3");
}
