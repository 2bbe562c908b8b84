#include "result_files.h"

#include <CLI/CLI.hpp>

#include "ksmsim/base/shell_word.h"
#include "ksmsim/report/html_report.h"
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
  verb.add_option("--html", html_, "A report with figures, in one file")->type_name("F");
}

void ResultFiles::declare_database(CLI::App& verb) {
  verb.add_option("--sqlite", sqlite_, "Result as an SQLite file")->type_name("F");
}

void ResultFiles::open(Outputs& outputs, const std::string& command) const {
  const Provenance here = provenance_here();
  const HtmlOptions options{command + " --html " + shell_word(file_name(html_))};
  outputs.add(json_, [here](const RunResult& result, std::ostream& out) { write_json(result, here, out); });
  outputs.add(csv_, write_csv);
  outputs.add(markdown_, [](const RunResult& result, std::ostream& out) { write_markdown(summarise(result), out); });
  outputs.add(html_,
              [here, options](const RunResult& result, std::ostream& out) { write_html(result, here, options, out); });
  outputs.add(sqlite_, write_sqlite);
}

}  // namespace ksmsim
