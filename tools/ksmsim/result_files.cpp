#include "result_files.h"

#include <CLI/CLI.hpp>

#include "ksmsim/report/report.h"
#include "ksmsim/sweep/sqlite_file.h"
#include "provenance.h"

namespace ksmsim {

void ResultFiles::declare_data(CLI::App& verb) {
  verb.add_option("--json", json_, "Result as JSON")->type_name("F");
  verb.add_option("--csv", csv_, "Samples as CSV")->type_name("F");
}

void ResultFiles::declare_documents(CLI::App& verb) {
  verb.add_option("--markdown", markdown_, "The table as Markdown")->type_name("F");
}

void ResultFiles::declare_database(CLI::App& verb) {
  verb.add_option("--sqlite", sqlite_, "Result as an SQLite file")->type_name("F");
}

void ResultFiles::open(Outputs& outputs) const {
  const auto json = [here = provenance_here()](const RunResult& result, std::ostream& out) {
    write_json(result, here, out);
  };
  const auto markdown = [](const RunResult& result, std::ostream& out) { write_markdown(summarise(result), out); };
  outputs.add(json_, json);
  outputs.add(csv_, write_csv);
  outputs.add(markdown_, markdown);
  outputs.add(sqlite_, write_sqlite);
}

}  // namespace ksmsim
