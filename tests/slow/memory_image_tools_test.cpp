// Images that the tools which are here write on the spot: QEMU's of one paused machine, gcore's of a process.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "catch.h"
#include "image_pages.h"
#include "run_command.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

/// Below 1 MiB a PC shows its firmware in place of memory, in some views and not in others.
ImagePages above_1mib(ImagePages pages) {
  pages.erase(pages.begin(), pages.lower_bound(256));
  return pages;
}

/// A process that waits, with four pages at the address: a, b, zeros, one never touched.
class Waiting {
 public:
  Waiting() : memory_(mmap(nullptr, 4 * kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    auto* bytes = static_cast<char*>(memory_);
    std::fill_n(bytes, kPageSize, 'a');
    std::fill_n(bytes + kPageSize, kPageSize, 'b');
    std::fill_n(bytes + 2 * kPageSize, kPageSize, '\0');
    child_ = fork();
    if (child_ == 0) {
      for (;;) pause();
    }
  }
  ~Waiting() {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
    munmap(memory_, 4 * kPageSize);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  pid_t pid() const { return child_; }
  std::uint64_t page() const { return reinterpret_cast<std::uintptr_t>(memory_) / kPageSize; }

 private:
  void* memory_;
  pid_t child_ = -1;
};

}  // namespace

TEST_CASE("all formats that the QEMU of this machine writes hold the same memory") {
  const TempDir dir;
  const CommandResult made =
      run_command({"python3", std::string(KSMSIM_SOURCE_DIR) + "/tests/support/qemu_dumps.py", dir.path().string()});
  if (made.exit_code == 77) SKIP_TEST("there is no qemu-system-x86_64");
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const std::string at = dir.path().string() + "/qemu.";
  const ImagePages raw = above_1mib(pages_of(at + "raw", {"raw", {}, false}));
  REQUIRE(raw.size() == 4096 - 256);
  for (const char* format : {"elf", "kdump", "stream"}) {
    INFO(format);
    CHECK((above_1mib(pages_of(at + format)) == raw));
  }
}

TEST_CASE("gcore's core of a process has its anonymous pages, and not what is mapped from files") {
  if (std::system("command -v gcore >/dev/null") != 0) SKIP_TEST("there is no gcore");
  const TempDir dir;
  const Waiting process;
  const std::string prefix = (dir.path() / "core").string(), pid = std::to_string(process.pid());
  const CommandResult made = run_command({"gcore", "-o", prefix, pid});
  if (made.err.find("ptrace") != std::string::npos) SKIP_TEST("gcore may not stop processes here");
  INFO(made.err);
  const ImagePages pages = pages_of(prefix + "." + pid);
  CHECK(pages.at(process.page()) == page_of('a'));
  CHECK(pages.at(process.page() + 1) == page_of('b'));
  CHECK(pages.at(process.page() + 2) == page_of('\0'));
  CHECK_FALSE(pages.contains(reinterpret_cast<std::uintptr_t>(&page_of) / kPageSize));
}
