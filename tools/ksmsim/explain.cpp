// ksmsim explain: what one key of a scenario means.
#include <CLI/CLI.hpp>

#include "verb.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(Prints type, default, range and meaning. Without KEY: all keys there are.

Example:
  ksmsim explain ksm.pages_to_scan)";

class Explain final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("explain", "Say what a key of a scenario means");
    verb->add_option("KEY", key_, "Such as ksm.hash")->type_name("");
    verb->footer(kFooter);
    return verb;
  }
  int run(Session&) override {
    std::string text;
    if (key_.empty()) {
      for (const std::string& key : scenario_keys()) text += key + "\n";
    } else {
      text = explain_key(key_);
    }
    if (!text.empty() && text.back() != '\n') text += '\n';
    print(text);
    return kExitFine;
  }

 private:
  std::string key_;
};

}  // namespace

std::unique_ptr<Verb> make_explain() { return std::make_unique<Explain>(); }

}  // namespace ksmsim
