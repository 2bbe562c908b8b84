#pragma once
// How a verb prints a document on stdout: as text, unless --json or --markdown is given.
#include "ksmsim/report/report.h"
#include "verb.h"

namespace ksmsim {

class DocumentForm {
 public:
  /// --json and --markdown.
  void declare(CLI::App& verb);
  /// --markdown alone, of a verb that has no tree to show.
  void declare_markdown(CLI::App& verb);
  void show(const Document& document, const Session& session) const;
  /// `tree`: what --json shows.
  void show(const Document& document, const Tree& tree, const Session& session) const;

 private:
  bool json_ = false, markdown_ = false;
};

}  // namespace ksmsim
