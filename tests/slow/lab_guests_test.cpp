// A real guest under QEMU, as tools/lab/guests boots it, and its memory as files. Skipped without QEMU or its kernel.
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.h"
#include "lab.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

/// Its guests end with it.
class Lab {
 public:
  ~Lab() { run({"stop"}); }
  CommandResult run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(),
                     {KSMSIM_SOURCE_DIR "/tools/lab/guests", "--dir", (dir_.path() / "lab").string()});
    return run_command(arguments, {.env = {{"KSMSIM_NO_INSTALL", "1"}}, .limit = std::chrono::minutes(5)});
  }
  std::filesystem::path dump(const std::string& format) const {
    const CommandResult done = run({"dump", "--format", format, dir_.path().string()});
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    return done.out.substr(0, done.out.find('\n'));
  }

 private:
  TempDir dir_;
};

/// Empty if the process has ended, be it that nobody has asked for its status yet.
std::string command_line(const std::string& pid) {
  std::ifstream in("/proc/" + pid + "/cmdline");
  std::string line;
  std::getline(in, line, '\0');
  return line;
}

}  // namespace

TEST_CASE("a guest comes up, its memory is written in each format, and it ends") {
  const Lab lab;
  const CommandResult started = lab.run({"start", "--role", "sqlite", "--memory", "128M"});
  if (const std::string why = missing_for_lab(started); !why.empty()) SKIP_TEST(why);
  INFO(started.out << started.err);
  REQUIRE(started.exit_code == 0);
  const std::string first = "guest0 sqlite pid ";
  REQUIRE_THAT(started.out, contains_text(first));
  const std::string pid = std::to_string(std::stol(started.out.substr(first.size())));
  CHECK_FALSE(command_line(pid).empty());

  CHECK(lab.run({"pause"}).exit_code == 0);
  const std::filesystem::path raw = lab.dump("raw");
  CHECK(std::filesystem::file_size(raw) == 128 << 20);
  const std::string bytes = read_file(raw);
  CHECK(bytes.find("SQLite format 3") != std::string::npos);
  CHECK(read_file(lab.dump("raw")) == bytes);  // it stands still
  CHECK(read_file(lab.dump("elf")).substr(0, 4) ==
        "\x7f"
        "ELF");
  CHECK(read_file(lab.dump("kdump-zlib")).substr(0, 11) == "makedumpfil");
  CHECK(read_file(lab.dump("migration")).substr(0, 4) == "QEVM");
  CHECK(lab.run({"resume"}).exit_code == 0);
  CHECK(lab.run({"list"}).out == started.out);

  CHECK(lab.run({"start"}).err.find("stop them first") != std::string::npos);
  CHECK(lab.run({"stop"}).exit_code == 0);
  CHECK(command_line(pid).empty());
  CHECK(lab.run({"list"}).out.empty());
}
