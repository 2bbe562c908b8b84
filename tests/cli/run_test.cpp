#include <algorithm>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "shell.h"

using namespace ksmsim;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void write_small(const Shell& shell) { shell.write("small.yaml", kSmallScenario); }

/// Stops after a simulated century, so only a signal ends it while we look.
/// Runs the endless scenario for a while, then sends the signal.
std::string endless_until(const std::string& signal, const std::string& seconds, const std::string& options) {
  return "timeout --preserve-status -s " + signal + " " + seconds + " '" KSMSIM_COMMAND "' run endless.yaml " + options;
}

}  // namespace

TEST_CASE("run prints a table and nothing else") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("ksmsim run small.yaml");
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  CHECK(done.out.substr(0, 6) == "small\n");
  CHECK(contains(done.out, "Checksums (modelled)\n"));
  CHECK(contains(done.out, "3 batches"));
}

TEST_CASE("results go to files beside the table, and nothing else is left there") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("ksmsim run small.yaml --json r.json --csv r.csv --markdown r.md");
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "Checksums"));
  CHECK(nlohmann::json::parse(shell.read("r.json"))["points"][0]["batches"] == 3);
  CHECK(shell.read("r.csv").substr(0, 17) == "batch,full_scans,");
  CHECK(shell.read("r.md").substr(0, 8) == "# small\n");
  CHECK(shell.files() == 4);
}

TEST_CASE("the HTML report names the command that makes it again, without the paths of this machine") {
  const Shell shell;
  shell.write("it's small.yaml", kSmallScenario);
  const Finished done = shell.run(
      "ksmsim run \"$PWD/it's small.yaml\" -s seed=7 -s 'sweep.axes.ksm.hash=[xxh64, jhash2]' "
      "--html \"$PWD/r.html\"");
  CHECK(done.exit_code == 0);
  const std::string page = shell.read("r.html");
  CHECK(page.substr(0, 15) == "<!DOCTYPE html>");
  CHECK(contains(page,
                 "<code>ksmsim run &#39;it&#39;\\&#39;&#39;s small.yaml&#39; -s seed=7 -s "
                 "&#39;sweep.axes.ksm.hash=[xxh64, jhash2]&#39; --html r.html</code>"));
  CHECK(contains(shell.run("ksmsim run *.yaml --seed 3 --html -").out, "s small.yaml&#39; --seed 3 --html -</code>"));
}

TEST_CASE("an output on stdout stands alone there") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("ksmsim run small.yaml --csv -");
  CHECK(done.exit_code == 0);
  CHECK(std::count(done.out.begin(), done.out.end(), '\n') == 4);
  CHECK(done.out.substr(0, 17) == "batch,full_scans,");
}

TEST_CASE("equal runs give equal JSON but for meta") {
  const Shell shell;
  write_small(shell);
  const auto result = [&](const std::string& options) {
    auto json = nlohmann::ordered_json::parse(shell.run("ksmsim run small.yaml --json - " + options).out);
    json.erase("meta");
    return json.dump();
  };
  CHECK(result("") == result(""));
  CHECK(result("") != result("--seed 2"));
}

TEST_CASE("a sweep runs all its points and prints the comparison") {
  const Shell shell;
  shell.write("sweep.yaml", std::string(kSmallScenario) + "sweep:\n  axes: {ksm.pages_to_scan: [5, 10]}\n");
  const Finished done = shell.run("ksmsim run sweep.yaml --json r.json");
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "  pages_to_scan  ns/checksum"));
  CHECK(nlohmann::json::parse(shell.read("r.json"))["points"].size() == 2);
}

TEST_CASE("a scenario without a sweep may come through a pipe") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("cat small.yaml | ksmsim run /dev/stdin --csv -");
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
}

TEST_CASE(
    "an output that cannot be written fails before the run, and leaves "
    "nothing") {
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  const Finished missing = shell.run("ksmsim run endless.yaml --json r.json --csv no/x.csv");
  CHECK(missing.exit_code == 1);
  CHECK(missing.out.empty());
  CHECK(missing.err == "ksmsim: cannot write no/x.csv: No such file or directory\n");
  const Finished folder = shell.run("mkdir d; ksmsim run endless.yaml --csv d; rmdir d");
  CHECK(folder.err == "ksmsim: cannot write d: Is a directory\n");
  const Finished twice = shell.run("ksmsim run endless.yaml --csv - --json /dev/stdout");
  CHECK(twice.exit_code == 2);
  CHECK(shell.files() == 1);
}

TEST_CASE("a full disk is one line and exit 1, and older results stay") {
  const Shell shell;
  write_small(shell);
  shell.write("r.json", "old");
  const Finished done = shell.run("ksmsim run small.yaml --json r.json --csv /dev/full");
  CHECK(done.exit_code == 1);
  CHECK(done.out.empty());
  CHECK(done.err == "ksmsim: cannot write /dev/full: No space left on device\n");
  CHECK(shell.read("r.json") == "old");
  CHECK(shell.files() == 2);
  const Finished full = shell.run("ksmsim run small.yaml > /dev/full");
  CHECK(full.exit_code == 1);
  CHECK(full.err == "ksmsim: cannot write standard output: No space left on device\n");
}

TEST_CASE("an output keeps its permissions, and a symbolic link stays one") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run(
      "touch real.csv; chmod 640 real.csv; ln -s real.csv link.csv\n"
      "ksmsim run small.yaml --csv link.csv >/dev/null; stat -c %a "
      "real.csv; readlink link.csv");
  CHECK(done.out == "640\nreal.csv\n");
  CHECK(shell.read("real.csv").substr(0, 6) == "batch,");
}

TEST_CASE("a signal ends a run with 128 + its number, and no file is left") {
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  for (const std::string signal : {"INT", "TERM"}) {
    const Finished done = shell.run(endless_until(signal, "0.5", "--csv r.csv"));
    CHECK(done.exit_code == (signal == "INT" ? 130 : 143));
    CHECK(done.out.empty());
    CHECK(shell.files() == 1);
  }
}

TEST_CASE("progress is shown when asked for, and cleared at the end") {
  const Shell shell;
  shell.write("endless.yaml", kEndlessScenario);
  const std::string shown = shell.run(endless_until("TERM", "0.5", "--progress=always")).err;
  CHECK(contains(shown, "\r["));
  CHECK(shown.find_last_of('\r') == shown.size() - 1);
  CHECK(shell.run(endless_until("TERM", "1.5", "")).err.empty());
}

TEST_CASE("an output does not replace the scenario it comes from") {
  const Shell shell;
  write_small(shell);
  for (const char* name : {"small.yaml", "./small.yaml", "../work/small.yaml"}) {
    CAPTURE(name);
    const Finished done = shell.run(std::string("ksmsim run small.yaml --csv ") + name);
    CHECK(done.exit_code == 2);
    CHECK(contains(done.err, "would replace the input"));
    CHECK(shell.read("small.yaml") == kSmallScenario);
  }
}

TEST_CASE("two outputs to one file are refused, however it is written") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("ksmsim run small.yaml --csv r --json ./r");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.err, "two outputs would go to "));
  CHECK(shell.files() == 1);
}

TEST_CASE("a run that ended early says so") {
  const Shell shell;
  write_small(shell);
  const Finished done = shell.run("ksmsim run small.yaml -s ksm.run=0 --json r.json");
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "The run ended early"));
  CHECK(nlohmann::json::parse(shell.read("r.json"))["points"][0]["ended_early"] == true);
}
