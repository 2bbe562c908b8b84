// ksmsim sweep merge: one result from the stores of a sweep.
#include <CLI/CLI.hpp>

#include "interrupt.h"
#include "ksmsim/base/shell_word.h"
#include "merged_output.h"
#include "sweep.h"

namespace ksmsim {
namespace {

constexpr const char* kFooter =
    R"(The same bytes come out, however many shards there were and whoever ran what
when. Points that are missing or failed are named, and the rest is written; exit
status 4. Two stores with different results of one point: an error, as one of
them is wrong. Points that measured time may differ; the first store's are taken.

  ksmsim sweep merge quickstart.sweep --sqlite results.sqlite --csv samples.csv
  sqlite3 results.sqlite 'SELECT "ksm.hash", "ksmd.cpu_percent" FROM points')";

class SweepMerge final : public Verb {
 public:
  CLI::App* declare(CLI::App& program) override {
    CLI::App* verb = program.add_subcommand("merge", "Put the results of a sweep's stores together");
    verb->add_option("DIR", folders_, "Stores of one sweep")->type_name("")->required();
    files_.declare_data(*verb);
    files_.declare_documents(*verb);
    files_.declare_database(*verb);
    verb->footer(kFooter);
    return verb;
  }

  int run(Session& session) override {
    InterruptWatch watch;
    Outputs outputs(folders_.front() + "/plan.json");
    std::string command = "ksmsim sweep merge";
    for (const std::string& folder : folders_) command += " " + shell_word(file_name(folder));
    open_merged(outputs, files_, command, session);
    return write_merged(folders_, outputs, watch, session);
  }

 private:
  std::vector<std::string> folders_;
  ResultFiles files_;
};

}  // namespace

std::unique_ptr<Verb> make_sweep_merge() { return std::make_unique<SweepMerge>(); }

}  // namespace ksmsim
