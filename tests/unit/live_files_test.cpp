// The files that a live run reads and writes, on a folder that stands for sysfs.
#include <unistd.h>

#include "../../sim/live/ksm_settings.h"
#include "../../sim/live/machine_settings.h"
#include "../../sim/live/sysfs_dir.h"
#include "catch.h"
#include "temp_dir.h"

using namespace ksmsim;

TEST_CASE("a file of sysfs is read without its newline, and one that is not there as nothing") {
  const TempDir dir;
  dir.write("pages_shared", "17\n");
  const SysfsDir files(dir.path());
  CHECK(files.read("pages_shared") == "17");
  CHECK(files.number("pages_shared") == 17);
  CHECK_FALSE(files.read("smart_scan"));
  CHECK(files.number("smart_scan") == 0);
  CHECK(files.write("smart_scan", "1") == ENOENT);
}

TEST_CASE("settings come back as they were, the advisor's mode as the word that was chosen") {
  const TempDir dir;
  dir.write("advisor_mode", "[none] scan-time\n");
  dir.write("pages_to_scan", "123\n");
  dir.write("run", "1\n");
  dir.write("pages_shared", "9\n");
  std::filesystem::permissions(dir.path() / "pages_shared", std::filesystem::perms::owner_read);
  const SysfsDir files(dir.path());
  const KsmSettings saved = save_settings(files);
  CHECK(saved == KsmSettings{{"advisor_mode", "none"}, {"pages_to_scan", "123"}, {"run", "1"}});
  dir.write("pages_to_scan", "7");
  dir.write("run", "0");
  restore_settings(files, saved);
  CHECK(dir.read("pages_to_scan") == "123");
  CHECK(dir.read("run") == "1");
}

TEST_CASE("a file of saved settings gives back what was saved") {
  const TempDir dir, kept;
  for (const char* name : {"advisor_mode", "pages_to_scan", "run"}) dir.write(name, "0");
  const SysfsDir ksm(dir.path());
  const SettingsFile file(kept.path() / "settings");
  CHECK_FALSE(file.read(ksm));
  MachineSettings saved{{{"advisor_mode", "scan-time"}, {"pages_to_scan", "123"}, {"run", "1"}}, scheduling_of(0)};
  file.write(saved);
  const auto read = file.read(ksm);
  REQUIRE(read);
  CHECK(read->ksm == saved.ksm);
  CHECK(scheduling_text(read->ksmd) == scheduling_text(saved.ksmd));
  file.remove();
  CHECK_FALSE(file.read(ksm));
}

TEST_CASE("a file of saved settings that ksmsim has not written so is not believed") {
  const TempDir dir, kept;
  for (const char* name : {"pages_to_scan", "run"}) dir.write(name, "0");
  const SysfsDir ksm(dir.path());
  const std::filesystem::path path = kept.path() / "settings";
  const SettingsFile file(path);
  file.write({{{"pages_to_scan", "123"}, {"run", "1"}}, scheduling_of(0)});
  const std::string good = kept.read("settings");
  const auto believed = [&](const std::string& text) {
    kept.write("settings", text);
    return file.read(ksm).has_value();
  };
  REQUIRE(believed(good));
  CHECK_FALSE(believed("boot another" + good.substr(good.find('\n'))));
  CHECK_FALSE(believed(good.substr(0, good.find('\n') + 1) + "ksmd 0 0\nrun 1\n"));
  CHECK_FALSE(believed(good + "no_such_name 1\n"));
  CHECK_FALSE(believed(good + "../run 1\n"));
  CHECK_FALSE(believed(good + "run\n"));
  CHECK_FALSE(believed(good + "run 1 2\n"));
  CHECK_FALSE(believed(good + "run " + std::string(33, '1') + "\n"));
  CHECK_FALSE(believed(good + std::string(5000, '\n')));
  CHECK_FALSE(believed(""));
  REQUIRE(believed(good));
  std::filesystem::permissions(path, std::filesystem::perms::group_write, std::filesystem::perm_options::add);
  CHECK_FALSE(file.read(ksm));
  std::filesystem::permissions(path, std::filesystem::perms::owner_read);
  std::filesystem::create_hard_link(path, kept.path() / "other-name");
  CHECK_FALSE(file.read(ksm));
  std::filesystem::remove(path);
  std::filesystem::create_symlink("other-name", path);
  CHECK_FALSE(file.read(ksm));
}

TEST_CASE("a field's value is what follows its whole name") {
  const std::string status = "Name:\tksmd\nState:\tS (sleeping)\nksm_rmap_items 12\nksm_rmap 7\nempty:\n";
  CHECK(field(status, "State") == "S (sleeping)");
  CHECK(field(status, "ksm_rmap_items") == "12");
  CHECK(field(status, "ksm_rmap") == "7");
  CHECK(field(status, "empty") == "");
  CHECK_FALSE(field(status, "Stat"));
  CHECK_FALSE(field("", "State"));
}
