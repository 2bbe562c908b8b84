// Whatever ends a live run, this machine is left as it was. Skipped without root or KSM.
#include <sys/mman.h>
#include <unistd.h>

#include <map>

#include "../../sim/live/ksmd.h"
#include "../../sim/live/sysfs_dir.h"
#include "catch.h"
#include "live_machine.h"
#include "run_command.h"

using namespace ksmsim;

namespace {

const SysfsDir kKsm("/sys/kernel/mm/ksm");

/// All that a live run changes and must put back.
std::map<std::string, std::string> machine_state() {
  std::map<std::string, std::string> state;
  for (const std::string& name : kKsm.writable()) state[name] = kKsm.read(name).value_or("");
  state["pages_shared"] = kKsm.read("pages_shared").value_or("");
  state["ksmd"] = run_command({"ps", "-o", "cls,rtprio,ni,psr", "-p", std::to_string(find_ksmd())}).out.substr(0, 30);
  state["cpus"] =
      field(SysfsDir("/proc/" + std::to_string(find_ksmd())).read("status").value_or(""), "Cpus_allowed").value_or("");
  return state;
}

bool comes_true(const std::function<bool()>& condition) {
  for (int i = 0; i < 500; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

/// A page of this process that KSM scans.
class MergeablePage {
 public:
  MergeablePage() : page_(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
    *static_cast<char*>(page_) = 1;
    madvise(page_, 4096, MADV_MERGEABLE);
  }
  ~MergeablePage() {
    madvise(page_, 4096, MADV_UNMERGEABLE);
    munmap(page_, 4096);
  }
  MergeablePage(const MergeablePage&) = delete;
  MergeablePage& operator=(const MergeablePage&) = delete;

 private:
  void* page_;
};

}  // namespace

TEST_CASE("a live run leaves the machine as it was, unusual settings too") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  REQUIRE(patiently(shell, "ksmsim live small.yaml").exit_code == 0);
  const auto before = machine_state();
  kKsm.write("pages_to_scan", "123");
  kKsm.write("sleep_millisecs", "77");
  kKsm.write("use_zero_pages", "1");
  const auto unusual = machine_state();
  CHECK(unusual.at("pages_to_scan") == "123");
  const Finished done = patiently(shell, "ksmsim live small.yaml");
  CHECK(done.exit_code == 0);
  CHECK(machine_state() == unusual);
  kKsm.write("pages_to_scan", before.at("pages_to_scan"));
  kKsm.write("sleep_millisecs", before.at("sleep_millisecs"));
  kKsm.write("use_zero_pages", before.at("use_zero_pages"));
  CHECK(machine_state() == before);
}

TEST_CASE("an advisor that was on is on again, with pages_to_scan as it was") {
  NEEDS_KSM();
  if (!kKsm.read("advisor_mode")) SKIP_TEST("this kernel has no advisor");
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  kKsm.write("advisor_min_pages_to_scan", "321");
  kKsm.write("advisor_mode", "scan-time");
  kKsm.write("advisor_min_pages_to_scan", "500");
  const auto on = machine_state();
  CHECK(on.at("pages_to_scan") == "321");
  CHECK(patiently(shell, "ksmsim live small.yaml").exit_code == 0);
  CHECK(machine_state() == on);
  kKsm.write("advisor_mode", "none");
}

TEST_CASE("a signal ends a live run, and the machine is as it was") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  const auto before = machine_state();
  const std::string timed = "timeout --preserve-status -s ";
  for (const auto& [signal, code] : std::map<std::string, int>{{"TERM", 143}, {"INT", 130}}) {
    const Finished done = patiently(shell, timed + signal + " 0.7 '" KSMSIM_COMMAND "' live endless.yaml --csv x.csv");
    CHECK(done.exit_code == code);
    CHECK(machine_state() == before);
    CHECK_FALSE(shell.exists("x.csv"));
  }
}

TEST_CASE("a live run that is killed leaves no process behind, and the machine is as it was") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  const auto before = machine_state();
  const Finished done = patiently(shell, "timeout -s KILL 0.7 '" KSMSIM_COMMAND "' live endless.yaml --csv x.csv");
  CHECK(done.exit_code == 137);
  CHECK(comes_true([&] { return machine_state() == before; }));
  CHECK(comes_true([] { return run_command({"pgrep", "-f", "live endless.yaml"}).out.empty(); }));
}

TEST_CASE("after ksmsim and its guardian were killed, the next live run restores the machine and says so") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  shell.write("small.yaml", kSmallScenario);
  REQUIRE(patiently(shell, "ksmsim live small.yaml").exit_code == 0);
  const auto before = machine_state();
  // The guardian goes first: it would restore the settings as soon as ksmsim is gone.
  const Finished killed = patiently(shell, "'" KSMSIM_COMMAND
                                           "' live endless.yaml --csv x.csv & sleep 0.7\n"
                                           "kill -KILL $(pgrep -P $! -x ksmsim-guardian) || { wait $!; exit $?; }\n"
                                           "kill -KILL $!; wait $!");
  REQUIRE(killed.exit_code == 137);
  CHECK(machine_state() != before);
  CHECK(kKsm.number("sleep_millisecs") >= 1000000);
  const Finished next = patiently(shell, "ksmsim live small.yaml");
  CHECK(next.exit_code == 0);
  CHECK(next.err == "ksmsim: a ksmsim that was killed left KSM's settings changed; they are restored\n");
  CHECK(machine_state() == before);
  CHECK(patiently(shell, "ksmsim live small.yaml").err.empty());
}

TEST_CASE("a guardian that is killed alone is stood in for") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  const auto before = machine_state();
  const Finished done = patiently(shell, "'" KSMSIM_COMMAND
                                         "' live endless.yaml --csv x.csv & sleep 0.7\n"
                                         "kill -KILL $(pgrep -P $! -x ksmsim-guardian) || { wait $!; exit $?; }\n"
                                         "kill -TERM $!; wait $!");
  CHECK(done.exit_code == 143);
  CHECK(machine_state() == before);
}

TEST_CASE("one live run at a time: a second one is told so and may try again") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  shell.write("small.yaml", kSmallScenario);
  const Finished done = shell.run("'" KSMSIM_COMMAND
                                  "' live endless.yaml --csv x.csv & sleep 0.7; ksmsim live small.yaml; "
                                  "code=$?; kill $!; wait; exit $code");
  CHECK(done.exit_code == 75);
  CHECK_THAT(done.err, contains_text("another ksmsim is using this machine's KSM; try again when it is done\n"));
}

TEST_CASE("a live run is refused while another process uses KSM, unless it is forced") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  const MergeablePage page;
  if (!SysfsDir("/proc/self").read("ksm_stat")) SKIP_TEST("this kernel does not tell who uses KSM");
  const Finished refused = patiently(shell, "ksmsim live small.yaml");
  CHECK(refused.exit_code == 2);
  CHECK_THAT(refused.err, contains_text("other processes use KSM: live_tests (pid " + std::to_string(getpid())));
  CHECK_THAT(refused.err, contains_text("--force"));
  CHECK(patiently(shell, "ksmsim live small.yaml --force").exit_code == 0);
}
