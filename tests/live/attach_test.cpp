// Processes that run already, captured, simulated, and scanned by this machine's kernel. Skipped without root or KSM.
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <vector>

#include "catch.h"
#include "ksmsim/content/content.h"
#include "live_machine.h"

using namespace ksmsim;

namespace {

constexpr std::size_t kPages = 1500, kHugePage = 2 << 20;

std::byte* reserve(std::size_t bytes) {
  void* const got = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) _exit(1);
  return static_cast<std::byte*>(got);
}

/// A page in ten each: zeros, absent, mapped to the zero page; three in ten repeated; the others nobody else has.
void fill(std::byte* page, std::uint64_t number, std::uint64_t owner) {
  const std::uint64_t kind = number % 10;
  if (kind == 1) return;
  if (kind == 2) {
    static_cast<void>(*const_cast<volatile std::byte*>(page));
    return;
  }
  const std::uint64_t unique = 1000 + owner * 100'000 + number;
  const Content content =
      kind == 0 ? Content() : Content::make(ContentKind::random, kind < 6 ? 1 + number % 97 : unique);
  content_fill(content, PageBytes(page, kPageSize));
}

/// In a process of its own: pages of each kind, each owner with another number of them, and two huge pages.
void make_memory(std::uint64_t owner) {
  const std::size_t pages = kPages + owner * 300;
  std::byte* const small = reserve(pages * kPageSize);
  madvise(small, pages * kPageSize, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < pages; ++i) fill(small + i * kPageSize, i, owner);
  auto* huge = reserve(4 * kHugePage);
  huge += (kHugePage - reinterpret_cast<std::uintptr_t>(huge) % kHugePage) % kHugePage;
  madvise(huge, 2 * kHugePage, MADV_HUGEPAGE);
  for (std::size_t i = 0; i < 2 * kHugePage / kPageSize; ++i) fill(huge + i * kPageSize, i, owner + 10);
  madvise(small, pages * kPageSize, MADV_MERGEABLE);
  madvise(huge, 2 * kHugePage, MADV_MERGEABLE);
}

class MergeableProcess {
 public:
  explicit MergeableProcess(std::uint64_t owner) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      make_memory(owner);
      if (write(ends[1], "", 1) != 1) _exit(1);
      for (;;) pause();
    }
    close(ends[1]);
    char ready = 0;
    const bool there = read(ends[0], &ready, 1) == 1;
    close(ends[0]);
    if (!there) throw std::runtime_error("no process with mergeable memory");
  }
  ~MergeableProcess() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  MergeableProcess(const MergeableProcess&) = delete;
  MergeableProcess& operator=(const MergeableProcess&) = delete;
  std::string pid() const { return std::to_string(process_); }
  bool alive() const { return kill(process_, 0) == 0 && waitpid(process_, nullptr, WNOHANG) == 0; }

 private:
  pid_t process_ = -1;
};

/// Their scenario in that order, captured now, and --attach with their PIDs.
std::string captured(const Shell& shell, const std::vector<const MergeableProcess*>& processes,
                     const std::string& settings) {
  std::string pids, options, vms;
  for (const MergeableProcess* process : processes) {
    const std::string pid = process->pid();
    pids.append(pids.empty() ? "" : ",").append(pid);
    options.append(" --pid ").append(pid);
    vms.append("  - {name: p").append(pid).append(", trace: x.ksmtrace#live_tests-").append(pid).append("}\n");
  }
  const Finished done = shell.run("ksmsim trace capture" + options + " -o x.ksmtrace");
  INFO(done.err);
  REQUIRE(done.exit_code == 0);
  shell.write("x.yaml", "name: x\nksm: {pages_to_scan: 700, " + settings + "}\nvms:\n" + vms + "stop: {batches: 60}\n");
  return " x.yaml --attach " + pids;
}

}  // namespace

TEST_CASE("simulation and kernel agree on processes that run already, captured before") {
  NEEDS_KSM();
  if (!SysfsDir(kKsmDirectory).read("smart_scan")) SKIP_TEST("this kernel has no smart_scan");
  const Shell shell;
  const MergeableProcess first(0), second(1), third(2);
  const std::vector<const MergeableProcess*> processes = {&first, &second, &third};
  for (const char* settings : {"smart_scan: 0", "smart_scan: 1", "smart_scan: 0, use_zero_pages: 1"}) {
    const Finished done = patiently(shell, "ksmsim validate" + captured(shell, processes, settings));
    INFO(settings << '\n' << done.out << done.err);
    CHECK(done.exit_code == 0);
    CHECK_THAT(done.out, contains_text("x: 60 rows compared, same\n"));
    for (const MergeableProcess* process : processes) CHECK(process->alive());
    CHECK(SysfsDir(kKsmDirectory).number("pages_shared") == 0);
  }
}

TEST_CASE("a scenario in another order than that in which the processes came to KSM differs, and is not tried again") {
  NEEDS_KSM();
  const Shell shell;
  const MergeableProcess first(0), second(1);
  const Finished done = patiently(shell, "ksmsim validate" + captured(shell, {&second, &first}, "smart_scan: 0"));
  CHECK(done.exit_code == 3);
  CHECK_THAT(done.out, contains_text("1 scenario, 60 rows compared, 1 differ\n"));
}

TEST_CASE("what cannot be played with processes that run already is refused in one line") {
  NEEDS_KSM();
  const Shell shell;
  const std::string vms = "name: x\nvms: [{name: a, regions: [{pages: \"1..4\"}]}]\nstop: {batches: 3}\n";
  const auto refusal = [&](const std::string& rest, const std::string& pids) {
    shell.write("x.yaml", vms + rest);
    const Finished done = patiently(shell, "ksmsim live x.yaml --attach " + pids);
    CHECK(done.exit_code == 2);
    return done.err;
  };
  const std::string ours = std::to_string(getpid());
  CHECK_THAT(refusal("", "1,2"), contains_text("expected a PID for each of the scenario's VMs, 1, got 2\n"));
  CHECK_THAT(refusal("", "999999999"), contains_text("there is no process 999999999\n"));
  CHECK_THAT(refusal("events: [{after_batch: 1, kill: a}]\n", ours), contains_text("only 'set' can be played"));
}
