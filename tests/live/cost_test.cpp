// ksmd's own CPU time on this machine. Skipped without root or KSM.
#include "catch.h"
#include "live_machine.h"

using namespace ksmsim;

TEST_CASE("calibrate fits a profile to this machine's ksmd, and validate --cost sets that beside another run of it") {
  NEEDS_KSM();
  const Shell shell;
  const Finished made = patiently(shell, "ksmsim calibrate --rounds 1 -o here.yaml");
  INFO(made.out << made.err);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(shell.read("here.yaml"),
             contains_text("fitted to ksmd's own CPU time in live scenarios (medians of 1 round; 10 runs, "));
  shell.write("small.yaml",
              "name: small\nhost: {cpu: here.yaml}\nvms: [{name: a, count: 2, memory: 16MiB, contents: {model: "
              "linux-clone}}]\nksm: {pages_to_scan: 1000}\nstop: {full_scans: 3}\nsample: batch\n");
  // How near it comes is not for a test: other programs run here.
  const Finished done =
      patiently(shell, "ksmsim validate --cost --tolerance 10000 --total-tolerance 10000 --rounds 2 small.yaml");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("small: ksmd's CPU time, profile calibrated\n"));
  CHECK_THAT(done.out, contains_text("     total "));
  CHECK_THAT(done.out, contains_text("  real: 2 rounds, between which half the full scans differ by less than "));
}
