#include <algorithm>

#include "catch.h"
#include "longest_line.h"
#include "shell.h"
#include "usage_fault.h"

using namespace ksmsim;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void check_usage_error(const std::string& line, const std::string& message) {
  CHECK(usage_fault(Shell(), line) == message + "\n");
}

}  // namespace

TEST_CASE("help fits a terminal of 80 columns and has examples") {
  const Shell shell;
  for (const std::string verb : {"", "run ", "check ", "list ", "schema ", "explain ", "hash ", "hash bench "}) {
    CAPTURE(verb);
    const Finished done = shell.run("ksmsim " + verb + "--help");
    CHECK(done.exit_code == 0);
    CHECK(done.err.empty());
    CHECK(longest_line(done.out) <= 80);
    CHECK(contains(done.out, "Usage: ksmsim " + verb));
    CHECK(contains(done.out, "  ksmsim " + verb));
  }
}

TEST_CASE("the version is one line") {
  const Finished done = Shell().run("ksmsim --version");
  CHECK(done.exit_code == 0);
  CHECK(done.out.substr(0, 7) == "ksmsim ");
  CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 1);
}

TEST_CASE("wrong usage is one line with the nearest right word, and exit 2") {
  check_usage_error("ksmsim", "ksmsim: no command given (see ksmsim --help)");
  check_usage_error("ksmsim chekc x.yaml", "ksmsim: unknown command 'chekc' (did you mean 'check'?)");
  check_usage_error("ksmsim frobnicate", "ksmsim: unknown command 'frobnicate' (see ksmsim --help)");
  check_usage_error("ksmsim list --markdwon", "ksmsim: unknown option '--markdwon' (did you mean '--markdown'?)");
  check_usage_error("ksmsim list --colour=always", "ksmsim: unknown option '--colour' (did you mean '--color'?)");
  check_usage_error("ksmsim schema x", "ksmsim: unexpected argument 'x' (see ksmsim schema --help)");
  check_usage_error("ksmsim list hashs", "ksmsim: list: nothing is called 'hashs' (did you mean 'hashes'?)");
  check_usage_error("ksmsim check", "ksmsim: check: SCENARIO is required");
  check_usage_error("ksmsim check x.yaml -s seed",
                    "ksmsim: -s seed: expected key=value, such as -s ksm.pages_to_scan=400");
  check_usage_error("ksmsim check x.yaml -s", "ksmsim: check: --set: 1 required KEY=VALUE missing");
}

TEST_CASE("after a verb, an argument may be called like a verb") {
  const Shell shell;
  CHECK(contains(shell.run("ksmsim explain sweep").out, "sweep\n  type     a mapping\n"));
  shell.write("trace", kSmallScenario);
  CHECK(contains(shell.run("ksmsim check trace").out, "name: small\n"));
  CHECK(shell.run("ksmsim schema list").exit_code == 2);
}

TEST_CASE("a scenario that cannot be read is exit 2 and one line that names it") {
  const Finished done = Shell().run("ksmsim check missing.yaml");
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  CHECK(contains(done.err, "missing.yaml"));
  CHECK(contains(done.err, "No such file or directory"));
  CHECK(std::count(done.err.begin(), done.err.end(), '\n') == 1);
}

TEST_CASE("check prints what a scenario means, as a scenario that means the same") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  const Finished first = shell.run("ksmsim check small.yaml");
  CHECK(first.exit_code == 0);
  CHECK(contains(first.out, "name: small\n"));
  shell.write("again.yaml", first.out);
  CHECK(shell.run("ksmsim check again.yaml").out == first.out);
}

TEST_CASE("check reports the mistakes of every file with their places, and goes on") {
  const Shell shell;
  shell.write("good.yaml", kSmallScenario);
  shell.write("bad.yaml", std::string(kSmallScenario) + "sed: 3\nksm: {pages_to_scn: 1}\n");
  const Finished done = shell.run("ksmsim check bad.yaml good.yaml");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.err, "bad.yaml:7:1: "));
  CHECK(contains(done.err, "(did you mean 'seed'?)\n"));
  CHECK(contains(done.err, "(did you mean 'pages_to_scan'?)\n"));
  CHECK(!contains(done.err, "ksmsim: "));
  CHECK(contains(done.out, "# good.yaml\nname: small\n"));
}

TEST_CASE("options -s and --seed replace what the file says, wherever they stand") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  const Finished done = shell.run("ksmsim --seed 7 check -s name=other small.yaml -s ksm.sleep_millisecs=20");
  CHECK(done.err.empty());
  CHECK(contains(done.out, "name: other\n"));
  CHECK(contains(done.out, "seed: 7\n"));
  CHECK(contains(done.out, "sleep_millisecs: 20\n"));
  CHECK(shell.run("ksmsim check small.yaml --seed x").exit_code == 2);
}

TEST_CASE("list names the plug-ins that are built in, in every form") {
  const Shell shell;
  const Finished all = shell.run("ksmsim list");
  CHECK(all.exit_code == 0);
  CHECK(longest_line(all.out) <= 80);
  for (const std::string heading : {"hashes", "models", "scanners", "kernels", "cpus"}) {
    CHECK(contains(all.out, heading + " ("));
  }
  for (const std::string form : {"", " --json", " --markdown"}) {
    const std::string hashes = shell.run("ksmsim list hashes" + form).out;
    CHECK(contains(hashes, "xxh64"));
    CHECK(contains(hashes, "jhash2"));
    CHECK(!contains(hashes, "linux-clone"));
  }
}

TEST_CASE("explain knows keys that it lists, and says which is near to an unknown one") {
  const Shell shell;
  const Finished all = shell.run(
      "for key in $(ksmsim explain | grep -e ksm -e stop -e host); do\n"
      "  ksmsim explain \"$key\" >/dev/null || echo \"$key\"\ndone");
  CHECK(all.err.empty());
  CHECK(all.out.empty());
  CHECK(contains(shell.run("ksmsim explain").out, "ksm.pages_to_scan\n"));
  const Finished wrong = shell.run("ksmsim explain ksm.pages_to_scn");
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.err, "ksm.pages_to_scan"));
}

TEST_CASE("the schema is a draft-07 JSON schema") {
  const Finished done = Shell().run("ksmsim schema");
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "\"$schema\": \"http://json-schema.org/draft-07/schema#\""));
  CHECK(contains(done.out, "\"title\": \"ksmsim scenario\""));
}

TEST_CASE("the schema of results is another") {
  const Finished done = Shell().run("ksmsim schema --result");
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "\"$schema\": \"http://json-schema.org/draft-07/schema#\""));
  CHECK(contains(done.out, "\"title\": \"ksmsim result\""));
}

TEST_CASE("a stdout that is full or closed is one line and exit 1") {
  const Shell shell;
  const Finished full = shell.run("ksmsim schema > /dev/full");
  CHECK(full.exit_code == 1);
  CHECK(full.err == "ksmsim: cannot write standard output: No space left on device\n");
  const Finished closed = shell.run("ksmsim --help >&-");
  CHECK(closed.exit_code == 1);
  CHECK(closed.err == "ksmsim: cannot write standard output: Bad file descriptor\n");
}

TEST_CASE("a pipe whose reader is gone ends the program as SIGPIPE does, silently") {
  const Finished done = Shell().run(
      "{ sleep 0.2; ksmsim schema; echo $? >status; } | true\n"
      "while [ ! -s status ]; do sleep 0.1; done; cat status");
  CHECK(done.out == "141\n");
  CHECK(done.err.empty());
}

TEST_CASE("colour is there when asked for, and not where nobody sees it") {
  const Shell shell;
  CHECK(!contains(shell.run("ksmsim explain nonsense.key").err, "\033"));
  CHECK(contains(shell.run("NO_COLOR=1 ksmsim --color=always explain nonsense.key").err, "\033"));
}
