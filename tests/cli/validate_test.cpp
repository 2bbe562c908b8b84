// ksmsim validate --against: the simulation and recordings, without a kernel.
#include "catch.h"
#include "recordings.h"
#include "shell.h"

using namespace ksmsim;

namespace {

const std::string kCase = (kTestData / "cases/random-01.yaml").string();
const std::string kOf618 = (kTestData / "recordings/linux-6.18/random-01.csv").string();
/// A case without smart_scan, which 6.1 does not have.
const std::string kOlderCase = (kTestData / "cases/cow-after-merge.yaml").string();
const std::string kOf61 = (kTestData / "recordings/linux-6.1/cow-after-merge.csv").string();

}  // namespace

TEST_CASE("validate --against a recording says that all rows are the same") {
  const Finished done = Shell().run("ksmsim validate '" + kCase + "' --against '" + kOf618 + "'");
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  CHECK(done.out == "random-01: 100 rows compared, same\n1 scenario, 100 rows compared, 0 differ\n");
}

TEST_CASE("validate --against compares the columns that an older kernel's recording has") {
  const Finished done =
      Shell().run("ksmsim validate '" + kOlderCase + "' -s host.kernel=6.1 --against '" + kOf61 + "'");
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("0 differ"));
}

TEST_CASE("validate shows both sides of a difference and ends with 3") {
  const Finished done = Shell().run("ksmsim validate '" + kCase + "' -s ksm.smart_scan=0 --against '" + kOf618 + "'");
  CHECK(done.exit_code == 3);
  CHECK_THAT(done.out, contains_text("random-01: 100 rows compared, "));
  CHECK_THAT(done.out, contains_text("\n  recorded\n"));
  CHECK_THAT(done.out, contains_text("\n  simulated\n"));
  CHECK_THAT(done.out, contains_text("1 scenario, 100 rows compared, 1 differ\n"));
}

TEST_CASE("validate --against refuses a file that is no recording, and more than one scenario") {
  const Shell shell;
  shell.write("no.csv", "batch,full_scans\n1,x\n");
  const Finished bad = shell.run("ksmsim validate '" + kCase + "' --against no.csv");
  CHECK(bad.exit_code == 2);
  CHECK(bad.err == "ksmsim: no.csv:2: expected an integer, got 'x'\n");
  const Finished two = shell.run("ksmsim validate '" + kCase + "' '" + kCase + "' --against '" + kOf618 + "'");
  CHECK(two.exit_code == 2);
  CHECK(shell.run("ksmsim validate '" + kCase + "' --against none.csv").exit_code == 1);
}
