// ksmsim trace and ksmsim estimate as a user calls them.
#include "catch.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

const std::string kGuests = std::string(KSMSIM_SOURCE_DIR) + "/tests/data/guests/four-guests.ksmtrace";

CommandResult ksmsim_trace(std::vector<std::string> words) {
  words.insert(words.begin(), {KSMSIM_COMMAND, "trace"});
  return run_command(words);
}

}  // namespace

TEST_CASE("a trace that is exported and imported again is the same file") {
  const TempDir dir;
  const std::string list = (dir.path() / "list").string(), again = (dir.path() / "again.ksmtrace").string();
  CHECK(ksmsim_trace({"export", kGuests, "-o", list}).exit_code == 0);
  CHECK(ksmsim_trace({"import", list, "-o", again}).exit_code == 0);
  CHECK(read_file(again) == read_file(kGuests));
}

TEST_CASE("trace info tells what the memory is made of, in 80 columns") {
  const CommandResult info = ksmsim_trace({"info", kGuests});
  CHECK(info.exit_code == 0);
  CHECK_THAT(info.out, contains_text("138394 pages that KSM would scan, 72138 different contents"));
  std::istringstream lines(info.out);
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  CHECK_THAT(ksmsim_trace({"info", kGuests, "--json"}).out, contains_text("\"most_saved\": 66256"));
}

TEST_CASE("an image of two VMs becomes a trace of two VMs") {
  const TempDir dir;
  const std::string a = dir.write("a.bin", std::string(8192, 'a')), b = dir.write("b.bin", std::string(4096, 'a'));
  const std::string trace = (dir.path() / "both.ksmtrace").string();
  CHECK(ksmsim_trace({"import", "--format", "raw", a, b, "-o", trace}).exit_code == 0);
  const CommandResult list = ksmsim_trace({"export", trace});
  CHECK(list.out == "# contents 1 zero -1\nregion vm=0 start=0x0 pages=2\n0 0\nregion vm=1 start=0x0 pages=1\n0\n");
}

TEST_CASE("what is no trace is told in one line with exit 5, and nothing is written") {
  const TempDir dir;
  const std::string file = dir.write("no.ksmtrace", "KSMTRACE but no more");
  const CommandResult info = ksmsim_trace({"info", file});
  CHECK(info.exit_code == 5);
  CHECK_THAT(info.err, contains_text("no.ksmtrace: offset 8: "));
  const std::string out = (dir.path() / "out.ksmtrace").string();
  CHECK(ksmsim_trace({"import", file, "-o", out}).exit_code == 5);
  CHECK(!std::filesystem::exists(out));
}

TEST_CASE("commands of trace are told apart, with the nearest word") {
  CHECK_THAT(ksmsim_trace({"inof", kGuests}).err, contains_text("unknown command 'inof' (did you mean 'info'?)"));
  CHECK(ksmsim_trace({}).exit_code == 2);
  CHECK_THAT(ksmsim_trace({"info", "--help"}).out, contains_text("Usage: ksmsim trace info [OPTION]... TRACE"));
  CHECK_THAT(ksmsim_trace({"info", kGuests, "--snapshot", "1"}).err, contains_text("has snapshots 0 to 0"));
}

TEST_CASE("processes are named by numbers, and one that is not there is told") {
  const CommandResult word = ksmsim_trace({"capture", "--pid", "qemu", "-o", "x"});
  CHECK(word.exit_code == 2);
  CHECK(word.err == "ksmsim: --pid qemu: expected the number of a process (--name takes names)\n");
  CHECK(ksmsim_trace({"capture", "--pid", "999999999", "-o", "x"}).exit_code == 5);
  CHECK(ksmsim_trace({"capture", "-o", "x"}).exit_code == 2);
}

TEST_CASE("estimate says what would be saved, when, and what limits it") {
  const CommandResult estimate = run_command({KSMSIM_COMMAND, "estimate", kGuests, "-s", "ksm.pages_to_scan=1000", "-s",
                                              "ksm.sleep_millisecs=20", "-s", "ksm.use_zero_pages=0"});
  CHECK(estimate.exit_code == 0);
  CHECK_THAT(estimate.out, contains_text("47.8 % of what is present"));
  CHECK_THAT(estimate.out, contains_text("What limits it"));
  CHECK(run_command({KSMSIM_COMMAND, "estimate"}).exit_code == 2);
}
