#pragma once
// The files that a result may go to, by options that several verbs have.
#include <string>

#include "outputs.h"

namespace CLI {
class App;
}

namespace ksmsim {

class ResultFiles {
 public:
  /// --json and --csv.
  void declare_data(CLI::App& verb);
  /// --markdown and --html.
  void declare_documents(CLI::App& verb);
  /// --sqlite.
  void declare_database(CLI::App& verb);
  bool any() const { return !(json_ + csv_ + markdown_ + html_ + sqlite_).empty(); }
  /// `command`: what gives the same result, but for its outputs; a report tells it.
  void open(Outputs& outputs, const std::string& command) const;

 private:
  std::string json_, csv_, markdown_, html_, sqlite_;
};

}  // namespace ksmsim
