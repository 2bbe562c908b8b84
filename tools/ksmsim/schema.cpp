// ksmsim schema: what a scenario or a result may say, for editors and other programs.
#include <CLI/CLI.hpp>

#include "ksmsim/report/report.h"
#include "ksmsim/report/result_schema.h"
#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(The schema is JSON Schema draft-07, made from the table that ksmsim checks
scenarios with. To have an editor use it, put this into a scenario's first line:
  # yaml-language-server: $schema=ksmsim.schema.json
--result: of what --json writes; README, "Results", says what the figures mean.

Examples:
  ksmsim schema > ksmsim.schema.json
  ksmsim schema --result > ksmsim-result.schema.json)";

class Schema final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("schema", "Print the JSON schema of scenarios");
    verb->add_flag("--result", result_, "That of results instead");
    verb->footer(kFooter);
    return verb;
  }
  int run(Session&) override {
    print((result_ ? result_schema() : tree_to_json(scenario_schema())) + "\n");
    return kExitFine;
  }

 private:
  bool result_ = false;
};

}  // namespace

std::unique_ptr<Verb> make_schema() { return std::make_unique<Schema>(); }

}  // namespace ksmsim
