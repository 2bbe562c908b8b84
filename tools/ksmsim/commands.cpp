#include "commands.h"

#include <CLI/CLI.hpp>

namespace ksmsim {

void Commands::declare(CLI::App& verb, std::initializer_list<Make> commands) {
  verb_ = verb.get_name();
  for (const Make make : commands) {
    std::unique_ptr<Verb> command = make();
    CLI::App* declared = command->declare(verb);
    declared->set_help_flag("-h,--help", "Print this help and end");
    declared->callback([this, chosen = command.get()] { chosen_ = chosen; });
    commands_.push_back(std::move(command));
  }
}

int Commands::run(Session& session) const {
  if (chosen_ == nullptr) throw UsageError(verb_ + ": no command given (see ksmsim " + verb_ + " --help)");
  return chosen_->run(session);
}

}  // namespace ksmsim
