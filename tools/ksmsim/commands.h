#pragma once
// A verb's own commands, such as those of `ksmsim trace`: declared under it, and the one that was given is run.
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "verb.h"

namespace ksmsim {

class Commands {
 public:
  using Make = std::unique_ptr<Verb> (*)();

  Commands() = default;
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;

  /// Once. This has to stay where it is until the command line is parsed.
  void declare(CLI::App& verb, std::initializer_list<Make> commands);
  bool any_given() const { return chosen_ != nullptr; }
  /// UsageError if none was given.
  int run(Session& session) const;

 private:
  std::string verb_;
  std::vector<std::unique_ptr<Verb>> commands_;
  Verb* chosen_ = nullptr;
};

}  // namespace ksmsim
