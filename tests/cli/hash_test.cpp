#include <nlohmann/json.hpp>

#include "catch.h"
#include "shell.h"

using namespace ksmsim;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("hash bench prints JSON of the hashes asked for, and whether to trust it") {
  const Finished done = Shell().run("ksmsim hash bench xxh64 jhash2 --quick --rounds 5 --json");
  REQUIRE(done.exit_code == 0);
  const auto json = nlohmann::json::parse(done.out);
  CHECK(json["source"] == "measured");
  CHECK(json["rounds"] == 5);
  CHECK(json["hashes"].size() == 2);
  CHECK(json["noise"]["trusted"] == json["noise"]["reasons"].empty());
  CHECK(contains(done.err, "too noisy") != json["noise"]["trusted"].get<bool>());
}

TEST_CASE("hash bench writes a profile that run takes") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  const Finished bench = shell.run("ksmsim hash bench xxh64 --quick -q --profile-out mine.yaml");
  REQUIRE(bench.exit_code == 0);
  CHECK(contains(bench.out, "ns a page"));
  const Finished run = shell.run("ksmsim run small.yaml -s host.cpu=mine.yaml -s ksm.hash=xxh64");
  CHECK(run.exit_code == 0);
  CHECK(contains(run.out, "profile mine: given: measured by ksmsim"));
}

TEST_CASE("hash bench refuses what it cannot do and writes nothing") {
  const Shell shell;
  Finished done = shell.run("ksmsim hash bench xxh46 --profile-out mine.yaml");
  CHECK(done.exit_code == 2);
  CHECK(done.err == "ksmsim: no hash is named 'xxh46' here or in a --plugin (did you mean 'xxh64'?)\n");
  CHECK(shell.files() == 0);
  done = shell.run("ksmsim hash bench --profile-out mine.txt");
  CHECK(done.err == "ksmsim: --profile-out mine.txt: expected a name that ends in .yaml, as host.cpu takes it\n");
  done = shell.run("ksmsim hash bnech");
  CHECK(done.exit_code == 2);
  CHECK(done.err == "ksmsim: unknown command 'bnech' (did you mean 'bench'?)\n");
  CHECK(shell.run("ksmsim hash").err == "ksmsim: hash: no command given (see ksmsim hash --help)\n");
}

TEST_CASE("hash bench ends by a signal and leaves no profile") {
  const Shell shell;
  const Finished done = shell.run("timeout --preserve-status -s INT 1 '" KSMSIM_COMMAND
                                  "' hash bench xxh64 --rounds 100000 --profile-out mine.yaml");
  CHECK(done.exit_code == 130);
  CHECK(done.out.empty());
  CHECK(shell.files() == 0);
}

namespace {

const std::string kPlugin = std::string("--plugin '") + KSMSIM_TEST_PLUGINS "/fnv1a.so'";

}  // namespace

TEST_CASE("a plug-in's hash is in list, bench, run and its results, with its file's fingerprint") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  CHECK(contains(shell.run("ksmsim list hashes " + kPlugin).out, "FNV-1a over 64-bit words (plug-in fnv1a.so"));
  CHECK(contains(shell.run("ksmsim hash bench fnv1a --quick -q " + kPlugin).out, "plug-in fnv1a.so, version 1.0"));
  const std::string run = "ksmsim run small.yaml -s ksm.hash=fnv1a -s host.checksum_time=measured ";
  const Finished table = shell.run(run + kPlugin);
  CHECK(table.exit_code == 0);
  CHECK(contains(table.out, "fnv1a: fnv1a.so, version 1.0, fingerprint"));
  REQUIRE(shell.run(run + "--json r.json --html r.html " + kPlugin).exit_code == 0);
  const auto plugin = nlohmann::json::parse(shell.read("r.json"))["points"][0]["checksum"]["plugin"];
  CHECK(plugin["file"] == "fnv1a.so");
  CHECK(plugin["version"] == "1.0");
  CHECK(plugin["fingerprint"].get<std::string>().size() == 32);
  CHECK(contains(shell.read("r.html"), "--plugin"));
  CHECK(contains(shell.read("r.html"), plugin["fingerprint"].get<std::string>()));
}

TEST_CASE("KSMSIM_HASH_PATH names plug-ins as --plugin does") {
  const Shell shell;
  const std::string path = std::string("KSMSIM_HASH_PATH='") + KSMSIM_TEST_PLUGINS "/fnv1a.so' ";
  CHECK(contains(shell.run("export " + path + "\nksmsim list hashes " + kPlugin).out, "fnv1a"));
  const Finished done = shell.run("export KSMSIM_HASH_PATH=nowhere\nksmsim list");
  CHECK(done.exit_code == 2);
  CHECK(done.err == "ksmsim: KSMSIM_HASH_PATH: no file and no folder 'nowhere'\n");
}

TEST_CASE("a hash whose plug-in is not loaded, and one that the cost profile does not know, say what to do") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  Finished done = shell.run("ksmsim run small.yaml -s ksm.hash=fnv1a");
  CHECK(done.exit_code == 2);
  CHECK(contains(done.err, "ksm.hash: no hash is named 'fnv1a' here or in a --plugin"));
  done = shell.run("ksmsim run small.yaml -s ksm.hash=fnv1a " + kPlugin);
  CHECK(done.exit_code == 2);
  CHECK(contains(done.err, "has no figure for 'fnv1a'"));
  CHECK(contains(done.err, "host.cpu: {miss: 500ns, hot: {fnv1a: 500ns}}"));
  done =
      shell.run("ksmsim run small.yaml -s ksm.hash=fnv1a -s 'host.cpu={miss: 500ns, hot: {fnv1a: 200ns}}' " + kPlugin);
  CHECK(done.exit_code == 0);
  CHECK(contains(done.out, "700.00 ns"));
}

TEST_CASE("a sweep over a plug-in's hash goes on with the same file, and a job's script names it") {
  const Shell shell;
  shell.write("small.yaml", kSmallScenario);
  const std::string sweep = "ksmsim sweep small.yaml -p ksm.hash=fnv1a,xxh64 -s host.checksum_time=measured " + kPlugin;
  CHECK(shell.run(sweep).err == "ksmsim: small.sweep: 2 points, 2 of them run now, 0 failed\n");
  CHECK(shell.run(sweep).err == "ksmsim: small.sweep: 2 points, 0 of them run now, 0 failed\n");
  for (const std::string kind : {"slurm", "parallel", "kubernetes"}) {
    CAPTURE(kind);
    const Finished done = shell.run("ksmsim sweep emit " + kind + " small.yaml " + kPlugin);
    CHECK(contains(done.out, "KSMSIM_HASH_PATH"));
    CHECK(contains(done.out, "fnv1a.so"));
  }
}

TEST_CASE("a plug-in that cannot be used is exit 2 and one line") {
  const Finished done = Shell().run("ksmsim list hashes --plugin '" KSMSIM_TEST_PLUGINS "/crashes.so'");
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  CHECK(done.err == "ksmsim: " KSMSIM_TEST_PLUGINS
                    "/crashes.so: its self-test died of SIGSEGV while it hashed a "
                    "read-only page with nothing before and behind it\n");
}

TEST_CASE("hash test prints what each hash misses, the same each time") {
  const Shell shell;
  const std::string line = "ksmsim hash test xxh64 crc32c-sw --versions 5000 --json";
  const Finished done = shell.run(line);
  REQUIRE(done.exit_code == 0);
  const auto json = nlohmann::json::parse(done.out);
  CHECK(json["hashes"].size() == 2);
  CHECK(json["hashes"][0]["kinds"]["bits"]["changes"] == 5000 * 4999 / 2);
  CHECK(shell.run(line).out == done.out);
  CHECK(contains(shell.run("ksmsim hash test xxh64 --versions 1000").out, "Missed of a billion changes"));
}
