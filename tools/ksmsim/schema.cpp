// ksmsim schema: what a scenario file may say, for editors and other programs.
#include <CLI/CLI.hpp>

#include "ksmsim/report/report.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(The schema is JSON Schema draft-07, made from the table that ksmsim checks
scenarios with. To have an editor use it, put this into a scenario's first line:
  # yaml-language-server: $schema=ksmsim.schema.json

Example:
  ksmsim schema > ksmsim.schema.json)";

class Schema final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("schema", "Print the JSON schema of scenarios");
    verb->footer(kFooter);
    return verb;
  }
  int run(Session&) override {
    print(tree_to_json(scenario_schema()) + "\n");
    return kExitFine;
  }
};

}  // namespace

std::unique_ptr<Verb> make_schema() { return std::make_unique<Schema>(); }

}  // namespace ksmsim
