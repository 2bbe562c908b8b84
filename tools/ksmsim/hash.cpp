// ksmsim hash: its own commands, one file each.
#include "hash.h"

#include <CLI/CLI.hpp>
#include <vector>

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
    for (auto make : {make_hash_bench, make_hash_test}) {
      std::unique_ptr<Verb> command = make();
      CLI::App* declared = command->declare(*verb);
      declared->set_help_flag("-h,--help", "Print this help and end");
      declared->callback([this, chosen = command.get()] { chosen_ = chosen; });
      commands_.push_back(std::move(command));
    }
    return verb;
  }

  int run(Session& session) override {
    if (chosen_ == nullptr) throw UsageError("hash: no command given (see ksmsim hash --help)");
    return chosen_->run(session);
  }

 private:
  std::vector<std::unique_ptr<Verb>> commands_;
  Verb* chosen_ = nullptr;
};

}  // namespace

std::unique_ptr<Verb> make_hash() { return std::make_unique<Hash>(); }

}  // namespace ksmsim
