#include "document_form.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <sstream>

namespace ksmsim {

void DocumentForm::declare(CLI::App& verb) {
  CLI::Option* json = verb.add_flag("--json", json_, "As JSON");
  verb.add_flag("--markdown", markdown_, "As Markdown")->excludes(json);
}

void DocumentForm::declare_markdown(CLI::App& verb) { verb.add_flag("--markdown", markdown_, "As Markdown"); }

void DocumentForm::show(const Document& document, const Session& session) const {
  std::ostringstream out;
  if (markdown_) {
    write_markdown(document, out);
  } else {
    write_text(document, out, {session.console.colour_on(STDOUT_FILENO)});
  }
  print(out.str());
}

void DocumentForm::show(const Document& document, const Tree& tree, const Session& session) const {
  if (json_) return print(tree_to_json(tree) + "\n");
  show(document, session);
}

}  // namespace ksmsim
