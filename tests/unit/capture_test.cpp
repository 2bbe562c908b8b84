// Memory of running processes, as KSM would scan it: this process's own children are read.
#include "ksmsim/trace/capture.h"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "catch.h"
#include "ksmsim/trace/trace_file.h"
#include "temp_dir.h"

using namespace ksmsim;

namespace {

constexpr std::size_t kPages = 6000;

/// A process with a mergeable mapping: of each ten pages one of zeros, one never touched, one that was only read, one
/// whose content is its own; a mapping that is not mergeable, and one of a terabyte of which hardly anything is there.
class Child {
 public:
  Child() {
    int ready[2];
    if (pipe(ready) != 0) throw std::runtime_error("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      fill();
      if (write(ready[1], "x", 1) != 1) _exit(1);
      for (;;) pause();
    }
    close(ready[1]);
    char byte = 0;
    good_ = read(ready[0], &byte, 1) == 1;
    close(ready[0]);
  }
  ~Child() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  int pid() const { return pid_; }
  bool good() const { return good_; }

 private:
  static void fill() {
    auto* memory = static_cast<char*>(
        mmap(nullptr, kPages * kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    madvise(memory, kPages * kPageSize, MADV_NOHUGEPAGE);
    madvise(memory, kPages * kPageSize, MADV_MERGEABLE);
    for (std::size_t i = 0; i < kPages; ++i) {
      volatile char* page = memory + i * kPageSize;
      if (i % 10 == 0) page[0] = 0;
      if (i % 10 == 2) static_cast<void>(page[0]);
      if (i % 10 == 3) std::memcpy(memory + i * kPageSize, &i, sizeof i);
      if (i % 10 > 3) page[100] = static_cast<char>(i % 10);
    }
    auto* other =
        static_cast<char*>(mmap(nullptr, 16 * kPageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    std::memset(other, 'x', 16 * kPageSize);
    constexpr std::size_t kTebibyte = std::size_t{1} << 40;
    auto* large = static_cast<char*>(
        mmap(nullptr, kTebibyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    if (large == MAP_FAILED) _exit(1);
    large[0] = large[kTebibyte - 1] = 'y';
  }
  pid_t pid_ = -1;
  bool good_ = false;
};

std::size_t count(const TraceRegion& region, TracePage page) {
  return static_cast<std::size_t>(std::count(region.pages.begin(), region.pages.end(), page));
}

}  // namespace

TEST_CASE("of a process what KSM would scan is captured: mergeable, present, not the zero page") {
  const Child child;
  REQUIRE(child.good());
  TraceBuilder builder;
  const Captured captured = capture_process(child.pid(), {}, {}, builder);
  const Trace trace = builder.finish();
  if (captured.mappings == 0) SKIP_TEST("this kernel has no KSM: nothing is mergeable");
  REQUIRE(captured.mappings == 1);
  const TraceRegion& region = trace.vms[0].regions.at(0);
  CHECK(region.pages.size() == kPages);
  CHECK(count(region, kPageAbsent) == kPages / 10);
  CHECK(trace.contents.count == 1 + 6 + kPages / 10);
  REQUIRE(trace.contents.zero == TracePage{0});
  const bool told_apart = std::none_of(captured.notes.begin(), captured.notes.end(), [](const std::string& note) {
    return note.find("zero page counts as zeros") != std::string::npos;
  });
  CHECK(count(region, kPageZeroMapped) == (told_apart ? kPages / 10 : 0));
  CHECK(count(region, 0) == kPages / (told_apart ? 10 : 5));
}

TEST_CASE("a captured process goes on, and one that was stopped before stays so") {
  const Child child;
  REQUIRE(child.good());
  const auto state = [&] {
    const std::string stat = read_file("/proc/" + std::to_string(child.pid()) + "/stat");
    return stat[stat.rfind(')') + 2];
  };
  const auto becomes = [&](char wanted) {
    for (int i = 0; i < 1000 && state() != wanted; ++i) usleep(1000);
    return state() == wanted;
  };
  TraceBuilder builder;
  capture_process(child.pid(), {}, {}, builder);
  CHECK(becomes('S'));
  kill(child.pid(), SIGSTOP);
  waitpid(child.pid(), nullptr, WUNTRACED);
  capture_process(child.pid(), seconds(1), {}, builder);
  CHECK(becomes('T'));
}

TEST_CASE("with all mappings that could be merged, more is captured") {
  const Child child;
  REQUIRE(child.good());
  TraceBuilder few, many;
  const Captured mergeable = capture_process(child.pid(), {}, {}, few);
  const Captured all = capture_process(child.pid(), {}, {true, true}, many);
  CHECK(all.pages >= mergeable.pages + 18);
  CHECK(page_count(many.finish()) < 10'000'000);
}

TEST_CASE("a process that is not there is told") {
  TraceBuilder builder;
  CHECK_THROWS_WITH(capture_process(0x7ffffff, {}, {}, builder), contains_text("there is no process"));
}
