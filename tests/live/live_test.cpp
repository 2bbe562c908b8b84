// This machine's own kernel: scenarios on it, and that it is left as it was. Skipped without root or KSM.
#include <sys/mman.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "../../sim/live/ksmd.h"
#include "../../sim/live/sysfs_dir.h"
#include "catch.h"
#include "ksmsim/live/live.h"
#include "recordings.h"
#include "run_command.h"
#include "shell.h"

using namespace ksmsim;

namespace {

const SysfsDir kKsm("/sys/kernel/mm/ksm");

constexpr const char* kEndless = R"(name: endless
vms:
  - name: vm
    count: 2
    regions: [{pages: "1..2000"}]
stop: {time: 876000h}
sample: 1000h
)";

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

/// Another build's tests may be using KSM right now.
Finished patiently(const Shell& shell, const std::string& line) {
  for (int i = 0; i < 300; ++i) {
    Finished done = shell.run(line);
    if (done.exit_code != 75) return done;
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  return {75, "", "another ksmsim has been using KSM for a minute"};
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

#define NEEDS_KSM() \
  if (const std::string why = why_not_live(); !why.empty()) SKIP_TEST(why)

TEST_CASE("simulation and kernel agree in every row of cases of each kind") {
  NEEDS_KSM();
  const Shell shell;
  std::string files;
  for (const char* name : {"random-01", "wide-0101", "heavy-0008", "late-late-000", "restart-run-000", "fresh-page-n30",
                           "huge-b-zeros-use", "settings-mid-run", "kill-all-sharers", "max-page-sharing-2"}) {
    files += " '" + (kTestData / "cases" / (std::string(name) + ".yaml")).string() + "'";
  }
  const Finished done = patiently(shell, "ksmsim validate" + files);
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("10 scenarios, "));
  std::cout << done.out.substr(done.out.rfind("10 scenarios"));
}

TEST_CASE("simulation and kernel agree on random scenarios") {
  NEEDS_KSM();
  const Shell shell;
  const Finished done = patiently(shell, KSMSIM_DIFFERENTIAL " --cases 10 --seed 7");
  INFO(done.out << done.err);
  CHECK(done.exit_code == 0);
  CHECK_THAT(done.out, contains_text("10 cases, "));
  std::cout << done.out;
}

TEST_CASE("a live run gives what the kernel counted and refused") {
  NEEDS_KSM();
  const Shell shell;
  const std::string file = (kTestData / "cases/settings-mid-run.yaml").string();
  const Finished done = patiently(shell, "ksmsim live '" + file + "' --json -");
  REQUIRE(done.exit_code == 0);
  const auto point = nlohmann::json::parse(done.out)["points"][0];
  CHECK(point["samples"].size() == 16);
  CHECK(point["samples"][7]["pages_to_scan"] == 10);
  CHECK(point["samples"][8]["pages_to_scan"] == 25);
  CHECK_FALSE(point["samples"][0].contains("checksums"));
  CHECK(point["events"][1]["refused"] == "EBUSY");
  CHECK(point["events"][2]["refused"] == "EBUSY");
  CHECK(point["events"][3]["refused"] == "EINVAL");
  CHECK(point["vms"].size() == 2);
  CHECK(point["vms"][0]["ksm_rmap_items"] == 45);
  CHECK(point["ksmd"]["cpu_seconds"] > 0);
}

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
  shell.write("endless.yaml", kEndless);
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
  shell.write("endless.yaml", kEndless);
  const auto before = machine_state();
  const Finished done = patiently(shell, "timeout -s KILL 0.7 '" KSMSIM_COMMAND "' live endless.yaml --csv x.csv");
  CHECK(done.exit_code == 137);
  CHECK(comes_true([&] { return machine_state() == before; }));
  CHECK(comes_true([] { return run_command({"pgrep", "-f", "live endless.yaml"}).out.empty(); }));
}

TEST_CASE("one live run at a time: a second one is told so and may try again") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("endless.yaml", kEndless);
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

TEST_CASE("what a kernel cannot be made to do is refused in one line") {
  NEEDS_KSM();
  const Shell shell;
  shell.write("clone.yaml",
              "name: clone\nvms: [{name: vm, memory: 64MiB, contents: {model: linux-clone, slow: {share: "
              "10%}}}]\nstop: {batches: 1}\n");
  const Finished changing = patiently(shell, "ksmsim live clone.yaml");
  CHECK(changing.exit_code == 2);
  CHECK(changing.err == "ksmsim: VM 'vm': contents that change by themselves cannot be played on a real kernel\n");
  shell.write("big.yaml", "name: big\nvms: [{name: vm, regions: [{pages: \"1*400000000\"}]}]\nstop: {batches: 1}\n");
  const Finished big = patiently(shell, "ksmsim live big.yaml");
  CHECK(big.exit_code == 2);
  CHECK_THAT(big.err, contains_text("of memory available\n"));
}

TEST_CASE("driving the kernel takes root") {
  if (geteuid() != 0) SKIP_TEST("this user is not root anyway");
  const Shell shell;
  const Finished done = shell.run("setpriv --reuid 65534 --clear-groups '" KSMSIM_COMMAND "' live '" +
                                  (kTestData / "cases/random-01.yaml").string() + "'");
  if (done.exit_code == 126 || done.exit_code == 127) SKIP_TEST("no setpriv here, or the build folder is private");
  CHECK(done.exit_code == 2);
  CHECK_THAT(done.err, contains_text("root") || contains_text("no KSM"));
}
