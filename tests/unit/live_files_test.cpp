// The files that a live run reads and writes, on a folder that stands for sysfs.
#include "../../sim/live/ksm_settings.h"
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

TEST_CASE("a field's value is what follows its whole name") {
  const std::string status = "Name:\tksmd\nState:\tS (sleeping)\nksm_rmap_items 12\nksm_rmap 7\nempty:\n";
  CHECK(field(status, "State") == "S (sleeping)");
  CHECK(field(status, "ksm_rmap_items") == "12");
  CHECK(field(status, "ksm_rmap") == "7");
  CHECK(field(status, "empty") == "");
  CHECK_FALSE(field(status, "Stat"));
  CHECK_FALSE(field("", "State"));
}
