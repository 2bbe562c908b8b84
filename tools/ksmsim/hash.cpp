// ksmsim hash: its own commands, one file each.
#include "hash.h"

#include <CLI/CLI.hpp>

#include "commands.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Hashes are what KSM tells with whether a page changed: ksm.hash of a scenario.
`ksmsim list hashes` lists them.

  ksmsim hash bench                       how long each takes on this machine
  ksmsim hash test                        which changes of a page each misses
  ksmsim hash COMMAND --help              more about a command)";

class Hash final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("hash", "Page hashes: bench, test");
    verb->footer(kFooter);
    commands_.declare(*verb, {make_hash_bench, make_hash_test});
    return verb;
  }

  int run(Session& session) override { return commands_.run(session); }

 private:
  Commands commands_;
};

}  // namespace

std::unique_ptr<Verb> make_hash() { return std::make_unique<Hash>(); }

}  // namespace ksmsim
