// ksmsim calibrate and validate --cost with recordings, without a kernel.
#include "catch.h"
#include "recordings.h"
#include "shell.h"

using namespace ksmsim;

namespace {

const std::string kGuests = (kTestData / "guests/four-guests").string();
const std::string kRecorded = "'" + kGuests + ".yaml' --against '" + kGuests + ".base.csv'";

}  // namespace

TEST_CASE("validate --cost sets ksmd's recorded CPU time beside the modelled one, a line a full scan and a total") {
  const Finished done = Shell().run("ksmsim validate --cost -s host.cpu=amd-epyc " + kRecorded);
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("four-guests: ksmd's CPU time, profile amd-epyc\n"));
  CHECK_THAT(done.out, contains_text("         4    138394     373.165"));
  CHECK_THAT(done.out, contains_text("     total    553576    1827.253"));
}

TEST_CASE("the built-in profile is within 15 % in every full scan of the five recordings it is fitted to") {
  const Shell shell;
  const std::string validate = "ksmsim validate --cost -s host.cpu=amd-epyc '" + kGuests + ".yaml' ";
  for (const char* rest : {"-s ksm.max_page_sharing=16 --against %.mps16.csv",
                           "-s ksm.use_zero_pages=1 -s 'stop={batches: 260}' --against %.zero.csv",
                           "-s ksm.smart_scan=1 -s 'stop={batches: 660}' --against %.smart.csv",
                           "-s ksm.smart_scan=1 -s ksm.pages_to_scan=200 -s 'stop={batches: 1384}' --against "
                           "%.default.csv"}) {
    std::string line = validate + rest;
    line.replace(line.find('%'), 1, kGuests);
    const Finished done = shell.run(line);
    INFO(done.out << done.err);
    CHECK(done.exit_code == 0);
  }
}

TEST_CASE("validate --cost ends with 3 beyond tolerance, and says where") {
  const Finished done = Shell().run("ksmsim validate --cost --tolerance 0.001 -s host.cpu=amd-epyc " + kRecorded);
  CHECK(done.exit_code == 3);
  CHECK_THAT(done.out, contains_text("% beyond tolerance") || contains_text("%  beyond tolerance"));
}

TEST_CASE("validate --cost refuses a profile of checksums only, and recordings that do not fit") {
  const Shell shell;
  const Finished only = shell.run("ksmsim validate --cost " + kRecorded);
  CHECK(only.exit_code == 2);
  CHECK_THAT(only.err, contains_text("the profile 'xeon-e5-2620v3' knows checksums only"));
  const Finished other =
      shell.run("ksmsim validate --cost -s host.cpu=amd-epyc -s ksm.max_page_sharing=16 " + kRecorded);
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, contains_text("its counters are not those of the scenario 'four-guests' from row"));
  shell.write("none.csv", "batch,full_scans\n1,0\n");
  const Finished none =
      shell.run("ksmsim validate --cost -s host.cpu=amd-epyc '" + kGuests + ".yaml' --against none.csv");
  CHECK(none.exit_code == 2);
  CHECK_THAT(none.err, contains_text("none.csv: has no column ksmd_cpu_us or ksmd_cpu_ns"));
  CHECK(shell.run("ksmsim validate").exit_code == 2);
}

TEST_CASE(
    "calibrate makes a profile from a recording that a scenario takes, with what it is from and how well it fits") {
  const Shell shell;
  shell.write("x.yaml", std::string(kSmallScenario));
  const Finished done = shell.run("ksmsim calibrate --recording '" + kGuests + ".yaml," + kGuests +
                                  ".base.csv' --name 'a guest' -o cpu.yaml && ksmsim run x.yaml -s host.cpu=cpu.yaml");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(shell.read("cpu.yaml"), contains_text("name: \"a guest\"\n") && contains_text("1 runs, 4 full scans") &&
                                         contains_text("\nmiss: ") && contains_text("\nhot:\n"));
  CHECK_THAT(done.out, contains_text("profile a guest"));
  CHECK_THAT(done.out, contains_text("went to"));
}

TEST_CASE("calibrate refuses a recording without a scenario and leaves no file") {
  const Shell shell;
  const Finished done = shell.run("ksmsim calibrate --recording x.csv -o cpu.yaml");
  CHECK(done.exit_code == 2);
  CHECK_FALSE(shell.exists("cpu.yaml"));
}

TEST_CASE("calibrate --validate asks for a file, and is not for recordings") {
  const Shell shell;
  const Finished no_file = shell.run("ksmsim calibrate --validate");
  CHECK(no_file.exit_code == 2);
  CHECK_THAT(no_file.err, contains_text("--validate requires"));
  const Finished to_stdout = shell.run("ksmsim calibrate --validate -o -");
  CHECK(to_stdout.exit_code == 2);
  CHECK_THAT(to_stdout.err, contains_text("expected -o FILE"));
  const Finished recorded = shell.run("ksmsim calibrate --validate -o cpu.yaml --recording x.yaml,x.csv");
  CHECK(recorded.exit_code == 2);
  CHECK_FALSE(shell.exists("cpu.yaml"));
}
