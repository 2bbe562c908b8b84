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
  /// --markdown.
  void declare_documents(CLI::App& verb);
  /// --sqlite.
  void declare_database(CLI::App& verb);
  bool any() const { return !(json_ + csv_ + markdown_ + sqlite_).empty(); }
  void open(Outputs& outputs) const;

 private:
  std::string json_, csv_, markdown_, sqlite_;
};

}  // namespace ksmsim
