// The scripts in tools/dev find what they are there to find.
#include <filesystem>
#include <string>

#include "catch.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kDev = std::string(KSMSIM_SOURCE_DIR) + "/tools/dev/";

/// What check_layers says of a tree with this one file.
CommandResult layers_of(const std::string& file, const std::string& text) {
  const TempDir tree;
  tree.write(file, text);
  tree.write("sim/dedup/ksm/tree.h", "");
  return run_command({"python3", kDev + "check_layers", tree.path().string()});
}

CommandResult readme_check(const std::string& readme) {
  const TempDir dir;
  const std::string file = dir.write("README.md", readme);
  return run_command({"python3", kDev + "readme_check", "--ksmsim", "/bin/echo", "--readme", file});
}

/// A ctest run of one case, as JUnit.
std::string junit(const std::string& status, const std::string& output) {
  return R"(<testsuite><testcase name="a case" status=")" + status + "\"><system-out>" + output +
         "</system-out></testcase></testsuite>";
}

CommandResult summary_of(const std::string& status, const std::string& output) {
  const TempDir dir;
  dir.write("release.xml", junit(status, output));
  dir.write("layers.rc", "0\n");
  dir.write("layers.step", "");
  return run_command({"python3", kDev + "summary.py", dir.path().string()});
}

}  // namespace

TEST_CASE("an include of a room on a higher or the same floor is found, with its line") {
  const auto up = layers_of("sim/host/x.cpp", "\n#include \"ksmsim/guest/workload.h\"\n");
  CHECK(up.exit_code == 1);
  CHECK(up.out == "sim/host/x.cpp:2: host (floor 2) must not see guest (floor 3)\n");
  CHECK(layers_of("include/ksmsim/dedup/x.h", "#include \"ksmsim/guest/workload.h\"\n").exit_code == 1);
}

TEST_CASE("includes of lower floors, the own room and the standard library are fine") {
  const auto fine =
      layers_of("sim/dedup/x.cpp",
                "#include \"ksm/tree.h\"\n#include \"ksmsim/dedup/x.h\"\n#include \"ksmsim/host/host.h\"\n"
                "#include <vector>\n#include <sys/mman.h>\n");
  CHECK(fine.exit_code == 0);
  CHECK(fine.out.empty());
  CHECK(layers_of("sim/report/x.cpp", "#include \"ksmsim/experiment/run_result.h\"\n").exit_code == 0);
}

TEST_CASE("a library outside its home is found, and one that nobody knows") {
  CHECK(layers_of("sim/config/x.cpp", "#include <yaml-cpp/yaml.h>\n").exit_code == 0);
  CHECK_THAT(layers_of("sim/host/x.cpp", "#include <yaml-cpp/yaml.h>\n").out, contains_text("only for config"));
  CHECK_THAT(layers_of("sim/host/x.cpp", "#include <catch2/catch.hpp>\n").out, contains_text("only for tests"));
  CHECK_THAT(layers_of("sim/host/x.cpp", "#include <folly/Conv.h>\n").out, contains_text("of no library"));
}

TEST_CASE("base is held to the standard library") {
  CHECK(layers_of("sim/base/x.cpp", "#include <vector>\n").exit_code == 0);
  CHECK(layers_of("sim/base/x.cpp", "#include <unistd.h>\n").exit_code == 1);
}

TEST_CASE("another room's private header and a room that is not in the house are found") {
  CHECK_THAT(layers_of("sim/experiment/x.cpp", "#include \"../dedup/ksm/tree.h\"\n").out,
             contains_text("private to dedup"));
  CHECK_THAT(layers_of("sim/utils/x.cpp", "").out, contains_text("no room 'utils'"));
}

TEST_CASE("a README block that shows another output fails with a diff") {
  const auto wrong = readme_check("<!-- output of: ksmsim one -->\n```text\ntwo\n```\n");
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.out, contains_text("-two\n+one"));
  CHECK(readme_check("<!-- output of: false -->\n```\n```\n").exit_code == 1);
  CHECK(readme_check("<!-- output of: ksmsim one -->\nno block\n").exit_code == 1);
}

TEST_CASE("a README block may leave lines out, and wall time does not count") {
  CHECK(readme_check("<!-- output of: tools/run one -->\n```text\none\n```\n").exit_code == 0);
  CHECK(readme_check("<!-- output of: printf 'a\\nb\\nc\\n' -->\n```\na\n...\nc\n```\n").exit_code == 0);
  CHECK(readme_check("<!-- output of: ksmsim wall time 0.61 s -->\n```\nwall time 12 s\n```\n").exit_code == 0);
  CHECK(readme_check("<!-- output of: ksmsim simulated 0.61 s -->\n```\nsimulated 12 s\n```\n").exit_code == 1);
}

TEST_CASE("the summary's last line counts, and a failure is its exit code") {
  const auto good = summary_of("run", "");
  CHECK(good.exit_code == 0);
  CHECK(good.out == "2 passed, 0 failed, 0 skipped\n");
  const auto bad = summary_of("fail", "CHECK( false )");
  CHECK(bad.exit_code == 1);
  CHECK(bad.out == "FAILED release: a case\n    CHECK( false )\n1 passed, 1 failed, 0 skipped\n");
}

TEST_CASE("a skipped test is listed with its reason, and one that just did not run has failed") {
  CHECK(summary_of("notrun", "SKIPPED: no KVM").out ==
        "skipped release: a case: no KVM\n1 passed, 0 failed, 1 skipped\n");
  CHECK(summary_of("notrun", "").exit_code == 1);
}
