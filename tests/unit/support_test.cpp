#include <chrono>
#include <filesystem>
#include <string>

#include "catch.h"
#include "golden.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

TEST_CASE("a command's streams and exit code are kept apart") {
  const auto result = run_command({"sh", "-c", "cat; echo oops >&2; exit 3"}, {.input = "hello"});
  CHECK(result.out == "hello");
  CHECK(result.err == "oops\n");
  CHECK(result.exit_code == 3);
  CHECK(result.signal == 0);
}

TEST_CASE("a command gets the environment and the directory it is given") {
  const TempDir dir;
  const auto result = run_command({"sh", "-c", "echo $KSMSIM_X; pwd -P"},
                                  {.env = {{"KSMSIM_X", "42"}}, .directory = dir.path().string()});
  CHECK(result.out == "42\n" + std::filesystem::canonical(dir.path()).string() + "\n");
}

TEST_CASE("a command ended by a signal says which") {
  const auto result = run_command({"sh", "-c", "kill -TERM $$"});
  CHECK(result.signal == SIGTERM);
  CHECK(result.exit_code == -1);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("a command that takes too long is killed and what it said is kept") {
  const auto result = run_command({"sh", "-c", "echo begun; sleep 100"}, {.limit = std::chrono::milliseconds(300)});
  CHECK(result.timed_out);
  CHECK(result.signal == SIGKILL);
  CHECK(result.out == "begun\n");
}

TEST_CASE("a command that does not exist ends with 127") {
  CHECK(run_command({"ksmsim-no-such-program"}).exit_code == 127);
}

TEST_CASE("a temporary directory goes away with all that is in it") {
  std::filesystem::path path;
  {
    const TempDir dir;
    path = dir.path();
    CHECK(read_file(dir.write("a/b.txt", "text")) == "text");
    CHECK(std::filesystem::is_directory(path));
  }
  CHECK_FALSE(std::filesystem::exists(path));
}

TEST_CASE("a text unlike its golden file is kept beside it, with the way to accept it") {
  const TempDir dir;
  const std::string file = dir.write("x.txt", "one\ntwo\n");
  const std::string told = golden_mismatch(file, "one\n2\n", false);
  CHECK_THAT(told, contains_text("line 2: 'two' is now '2'"));
  CHECK_THAT(told, contains_text("mv " + file + ".received " + file));
  CHECK(dir.read("x.txt.received") == "one\n2\n");
  CHECK(dir.read("x.txt") == "one\ntwo\n");
}

TEST_CASE("a text like its golden file leaves nothing behind") {
  const TempDir dir;
  const std::string file = dir.write("x.txt", "one\n");
  dir.write("x.txt.received", "stale");
  CHECK(golden_mismatch(file, "one\n", false).empty());
  CHECK_FALSE(std::filesystem::exists(file + ".received"));
}

TEST_CASE("a missing golden file and one that lacks a last line feed are differences") {
  const TempDir dir;
  CHECK_THAT(golden_mismatch(dir.path() / "new.txt", "", false), contains_text("no golden file yet"));
  CHECK_FALSE(golden_mismatch(dir.write("x.txt", "one"), "one\n", false).empty());
}

TEST_CASE("updating writes the golden file") {
  const TempDir dir;
  CHECK(golden_mismatch(dir.path() / "sub/x.txt", "new\n", true).empty());
  CHECK(dir.read("sub/x.txt") == "new\n");
}
