// tools/completion/ksmsim.bash, called as bash calls it when Tab is pressed. Words are given as bash splits them.
#include <algorithm>
#include <sstream>
#include <vector>

#include "catch.h"
#include "shell.h"

using namespace ksmsim;

namespace {

using Words = std::vector<std::string>;

constexpr const char* kAsBash = R"(. "$source/tools/completion/ksmsim.bash"
COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
[ -z "$no_breaks" ] || COMP_WORDBREAKS=$' \t\n'
COMP_WORDS=("$command" "$@")
COMP_CWORD=$#
COMP_LINE=${line-}
for _ in $(seq "${times-1}"); do _ksmsim "$command"; done
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
)";

Words lines_of(const std::string& text) {
  std::istringstream in(text);
  Words lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// What is offered for the last of `words`; `before` sets variables of kAsBash.
Words offered(const Shell& shell, const Words& words, const std::string& before = "") {
  shell.write("as_bash", kAsBash);
  std::string line = "export source='" KSMSIM_SOURCE_DIR "' command='" KSMSIM_COMMAND "'; " + before + " bash as_bash";
  for (const std::string& word : words) line.append(" '").append(word).append("'");
  const Finished done = shell.run(line);
  CHECK(done.err.empty());
  return lines_of(done.out);
}

Words offered(const Words& words, const std::string& before = "") { return offered(Shell(), words, before); }

Words sorted(Words words) {
  std::sort(words.begin(), words.end());
  return words;
}

bool has(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Of a help, the names below "Subcommands:".
Words verbs_of(const std::string& help) {
  Words names;
  bool listed = false;
  for (const std::string& line : lines_of(help)) {
    if (line.empty()) listed = false;
    if (listed) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Subcommands:" || line == "SUBCOMMANDS:") listed = true;
  }
  return names;
}

/// The first words of the lines of `ksmsim list KIND`, up to the first empty line, but for its heading.
Words plugins(const std::string& kind) {
  Words names;
  for (const std::string& line : lines_of(Shell().run("ksmsim list " + kind).out)) {
    if (line.empty()) break;
    if (line.size() > 2 && line[0] == ' ' && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  return names;
}

}  // namespace

TEST_CASE("completion offers every verb that the help lists, and their own") {
  const Shell shell;
  const Words verbs = verbs_of(shell.run("ksmsim --help").out);
  CHECK(has(verbs, "run"));
  CHECK(offered({""}) == verbs);
  for (const std::string& verb : verbs) {
    CAPTURE(verb);
    CHECK(has(offered({verb.substr(0, verb.size() - 1)}), verb));
    const Words below = verbs_of(shell.run("ksmsim " + verb + " --help").out);
    const Words answers = offered({verb, ""});
    CHECK(std::all_of(below.begin(), below.end(), [&](const std::string& name) { return has(answers, name); }));
  }
  CHECK(offered({"trace", "i"}) == Words{"import", "info"});
  CHECK(offered({"trace", "info", "trace.json", "i"}).empty());
}

TEST_CASE("completion offers a verb's options and those of all verbs") {
  CHECK(sorted(offered({"run", "--s"})) == Words{"--seed", "--set"});
  CHECK(offered({"trace", "info", "--sn"}) == Words{"--snapshot"});
  CHECK(offered({"--vers"}) == Words{"--version"});
  CHECK(has(offered({"schema", ""}), "--result"));
  CHECK(offered({"run", "--snap"}).empty());
}

TEST_CASE("completion offers keys of scenarios, ready for their values") {
  const Words keys = offered({"run", "-s", "ksm.s"});
  CHECK(sorted(keys) ==
        Words{"ksm.scanner=", "ksm.sleep_millisecs=", "ksm.smart_scan=", "ksm.stable_node_chains_prune_millisecs="});
  CHECK(offered({"check", "x.yaml", "--set", "host.h"}) == Words{"host.hz="});
  CHECK(offered({"sweep", "-p", "ksm.ha"}) == Words{"ksm.hash="});
  CHECK(offered({"sweep", "--zip", "ksm.hash,ksm.ru"}) == Words{"ksm.hash,ksm.run"});
  CHECK(offered({"run", "-s", "vms.me"}).empty());
  CHECK(offered({"run", "-s", "vms.0.me"}) == Words{"vms.0.memory="});
  CHECK(offered({"run", "-s", "vms.web.me"}) == Words{"vms.web.memory="});
  CHECK(has(offered({"run", "-s", ""}), "host.cpu="));
  CHECK(!has(offered({"run", "-s", ""}), "host="));
  CHECK(offered({"explain", "vms[].m"}) == Words{"vms[].memory"});
}

TEST_CASE("completion offers the values that a key may have") {
  std::vector<std::string> hashes = plugins("hashes");
  hashes.emplace_back("fastest");
  CHECK(sorted(offered({"run", "-s", "ksm.hash", "="})) == sorted(hashes));
  CHECK(sorted(offered({"run", "-s", "ksm.scanner", "="})) == sorted(plugins("scanners")));
  CHECK(sorted(offered({"run", "-s", "host.kernel", "="})) == sorted(plugins("kernels")));
  CHECK(sorted(offered({"run", "-s", "vms.vm.contents.model", "="})) == sorted(plugins("models")));
  CHECK(has(offered({"run", "-s", "host.cpu", "="}), "xeon-e5-2620v3"));
  CHECK(offered({"run", "-s", "ksm.hash", "=", "jh"}) == Words{"jhash2"});
  CHECK(offered({"run", "-s", "ksm.smart_scan", "="}) == Words{"0", "1"});
  CHECK(offered({"run", "-s", "host.lru_batch", "=", "t"}) == Words{"true"});
  CHECK(offered({"run", "-s", "sample", "=", "f"}) == Words{"full_scan"});
  CHECK(offered({"run", "-s", "host.memory", "="}).empty());
  CHECK(offered({"sweep", "-p", "ksm.hash", "=", "xxh64,jh"}) == Words{"xxh64,jhash2"});
  CHECK(offered({"run", "--set", "=", "ksm.hash", "=", "jh"}) == Words{"jhash2"});
}

TEST_CASE("completion works where bash does not split words at =") {
  const std::string unsplit = "no_breaks=1";
  CHECK(offered({"run", "-s", "ksm.hash=jh"}, unsplit) == Words{"ksm.hash=jhash2"});
  CHECK(offered({"run", "--set=ksm.hash=jh"}, unsplit) == Words{"--set=ksm.hash=jhash2"});
  CHECK(offered({"run", "--color=al"}, unsplit) == Words{"--color=always"});
}

TEST_CASE("completion offers words that the help names as values") {
  CHECK(offered({"run", "--color", ""}) == Words{"auto", "always", "never"});
  CHECK(offered({"trace", "import", "--gaps", "z"}) == Words{"zero"});
  CHECK(sorted(offered({"trace", "import", "--format", ""})) == sorted(plugins("formats")));
  CHECK(has(offered({"list", ""}), "hashes"));
  CHECK(offered({"sweep", "emit", ""}) == Words{"slurm", "kubernetes", "parallel"});
  CHECK(offered({"run", "--seed", ""}).empty());
}

TEST_CASE("completion offers the files that a verb reads, and others only if there are none") {
  const Shell shell;
  for (const char* file : {"one.yaml", "one.json", "one.txt", "two words.yaml"}) shell.write(file, "");
  CHECK(sorted(offered(shell, {"run", ""})) == Words{"one.yaml", "two words.yaml"});
  CHECK(sorted(offered(shell, {"graph", "o"})) == Words{"one.json", "one.yaml"});
  CHECK(offered(shell, {"run", "one.t"}) == Words{"one.txt"});
  CHECK(sorted(offered(shell, {"run", "one.yaml", "--json", "one"})) == Words{"one.json", "one.txt", "one.yaml"});
  CHECK(offered(shell, {"sweep", "--store", "one"}).empty());
}

TEST_CASE("completion tells a value from a file that follows") {
  const Shell shell;
  shell.write("one.yaml", "");
  const Words words = {"run", "-s", "ksm.hash", "=", "one"};
  CHECK(offered(shell, words, "export line='ksmsim run -s ksm.hash= one';") == Words{"one.yaml"});
  CHECK(offered(shell, words, "export line='ksmsim run -s ksm.hash=one';").empty());
}

TEST_CASE("completion asks the command once for what it needs again") {
  const Shell shell;
  shell.write("counted", "#!/bin/sh\necho \"$*\" >>calls\nexec '" KSMSIM_COMMAND "' \"$@\"\n");
  const std::string counted = "chmod +x counted; export command=./counted";
  CHECK(offered(shell, {"run", "-s", "ksm.hash", "=", "jh"}, counted + " times=1;") == Words{"jhash2"});
  const std::string once = shell.read("calls");
  CHECK(lines_of(once).size() == 3);  // help, the verb's help, the key
  shell.run("rm calls");
  CHECK(offered(shell, {"run", "-s", "ksm.hash", "=", "jh"}, counted + " times=3;") == Words{"jhash2"});
  CHECK(shell.read("calls") == once);
}

TEST_CASE("completion of a command that is not there offers nothing, and says nothing") {
  CHECK(offered({""}, "export command=/nowhere/ksmsim;").empty());
}
