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
  CHECK(done.err == "ksmsim: no hash is named 'xxh46' (did you mean 'xxh64'?)\n");
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

TEST_CASE("hash test says what hashes miss, of made pages or of a trace with contents") {
  const Shell shell;
  const Finished done = shell.run("ksmsim hash test xxh64 xxh64-quarter --pages 4 --versions 64 --json");
  REQUIRE(done.exit_code == 0);
  const auto json = nlohmann::json::parse(done.out);
  CHECK(json["hashes"][0]["kinds"][0]["missed_32"] == 0);
  CHECK(json["hashes"][1]["kinds"][0]["missed_32"] > 0);
  CHECK(shell.run("ksmsim hash test xxh64 --pages 4 --versions 64 --seed 1 --json").exit_code == 0);
  const Finished without =
      shell.run("ksmsim hash test --trace '" KSMSIM_SOURCE_DIR "/tests/data/guests/four-guests.ksmtrace'");
  CHECK(without.exit_code == 2);
  CHECK(contains(without.err, "has no contents; capture it with --with-contents"));
  CHECK(shell.run("ksmsim hash test xxh65").exit_code == 2);
}
