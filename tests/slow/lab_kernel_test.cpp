// Debian's Linux 6.1 as a QEMU guest, with ksmsim in it. Skipped without QEMU or that kernel.
#include <string>

#include "catch.h"
#include "lab.h"
#include "recordings.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kLabKernel = KSMSIM_SOURCE_DIR "/tools/lab/kernel";

std::string case_file(const std::string& name) { return (kTestData / "cases" / (name + ".yaml")).string(); }

CommandResult lab_kernel(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), kLabKernel);
  return run_command(arguments, {.env = {{"KSMSIM", KSMSIM_COMMAND}}, .limit = std::chrono::minutes(5)});
}

}  // namespace

TEST_CASE("Linux 6.1 in a guest does what was recorded of it, and what the simulation does") {
  const TempDir dir;
  const std::vector<std::string> names{"cow-after-merge", "fresh-page-n30", "max-page-sharing-2"};
  std::vector<std::string> arguments{"6.1", "--validate", "-o", dir.path().string(), case_file("smart-scan-static")};
  for (const std::string& name : names) arguments.push_back(case_file(name));
  const CommandResult done = lab_kernel(arguments);
  if (const std::string why = missing_for_lab(done); !why.empty()) SKIP_TEST(why);
  INFO(done.out << done.err);
  REQUIRE(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("smart-scan-static: not for this kernel: ksm.smart_scan: "));
  CHECK_THAT(done.out, contains_text("3 scenarios, ") && contains_text(", 0 differ; 1 not for this kernel\n"));
  for (const std::string& name : names) {
    Recording here = read_recording(dir.path() / (name + ".csv"));
    for (auto& row : here) {
      for (const char* column : {"time_ns", "ksmd_cpu_ns", "pages_to_scan"}) row.erase(column);
    }
    CHECK(here == read_recording(recordings_of("6.1").at(name)));
  }
}

TEST_CASE("a guest that does not start, or is not done in time, is told in one line") {
  const TempDir dir;
  const std::string file = case_file("cow-after-merge");
  const CommandResult late = lab_kernel({"6.1", file, "-o", dir.path().string(), "--timeout", "1"});
  if (const std::string why = missing_for_lab(late); !why.empty()) SKIP_TEST(why);
  CHECK(late.exit_code == 1);
  CHECK_THAT(late.err, contains_text("kernel: the guest was not done after 1 s (its console: "));
  const CommandResult none = lab_kernel({file, file, "-o", dir.path().string()});
  CHECK(none.exit_code == 1);
  CHECK(std::count(none.err.begin(), none.err.end(), '\n') == 2);
  CHECK_THAT(none.err, contains_text("kernel: booting ") && contains_text("kernel: qemu: "));
}

TEST_CASE("tools/lab/kernel refuses a wrong scenario before it boots anything") {
  const TempDir dir;
  dir.write("wrong.yaml", "name: wrong\nksm: {pages_to_scam: 1}\n");
  const CommandResult done = lab_kernel({"6.1", (dir.path() / "wrong.yaml").string(), "-o", dir.path().string()});
  if (const std::string why = missing_for_lab(done); !why.empty()) SKIP_TEST(why);
  CHECK(done.exit_code == 2);
  CHECK_THAT(done.err, contains_text("pages_to_scam"));
}
