#pragma once
// A verb that makes a result of one scenario: what it takes, and where the result goes.
#include "ksmsim/experiment/run.h"
#include "ksmsim/report/document.h"
#include "outputs.h"
#include "result_files.h"
#include "verb.h"

namespace ksmsim {

class ResultVerb : public Verb {
 public:
  int run(Session& session) final;

 protected:
  /// SCENARIO, -s, --json and --csv.
  CLI::App* declare_verb(CLI::App& program, const char* name, const char* description);
  ResultFiles& files() { return files_; }
  /// The command line that gives the same result, for a shell beside the scenario: without outputs.
  std::string command(const Session& session) const;

 private:
  /// Before the outputs are opened: throws what is wrong with a point.
  virtual void check(const SweepPoint& /*point*/, TraceStore& /*traces*/) const {}
  virtual RunResult play(const Scenario& scenario, const std::vector<SweepPoint>& points, const RunOptions& options,
                         Session& session) const = 0;
  /// What the table says.
  virtual Document document(const RunResult& result) const;

  std::vector<SweepPoint> points_of(const Scenario& scenario, const Overrides& overrides) const;
  void open(Outputs& outputs, const Session& session) const;
  RunResult play_watched(const Scenario& scenario, const std::vector<SweepPoint>& points, const InterruptWatch& watch,
                         Session& session) const;

  std::string name_, scenario_;
  ResultFiles files_;
  std::shared_ptr<TraceStore> traces_ = std::make_shared<TraceStore>();  ///< each is read once
  std::vector<std::string> settings_;
};

}  // namespace ksmsim
