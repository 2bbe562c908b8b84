#pragma once
// A command of ksmsim, one .cpp each: what it takes and what it does.
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "console.h"
#include "ksmsim/config/load.h"

namespace CLI {
class App;
}

namespace ksmsim {

inline constexpr int kExitFine = 0, kExitFailure = 1, kExitUsage = 2, kExitDiffers = 3, kExitFailedPoints = 4,
                     kExitUnreadable = 5, kExitTryAgain = 75;

/// Options that every verb has.
struct Session {
  Console console;
  When progress = When::automatic;
  std::optional<std::string> seed;
  std::vector<std::string> plugins;  ///< files, as given on the command line
};

class Verb {
 public:
  virtual ~Verb() = default;
  /// Adds itself and its options to the program's command line.
  virtual CLI::App* declare(CLI::App& program) = 0;
  /// Returns the exit code; throws what main() knows.
  virtual int run(Session& session) = 0;
};

std::unique_ptr<Verb> make_run();
std::unique_ptr<Verb> make_check();
std::unique_ptr<Verb> make_list();
std::unique_ptr<Verb> make_schema();
std::unique_ptr<Verb> make_explain();
std::unique_ptr<Verb> make_live();
std::unique_ptr<Verb> make_validate();
std::unique_ptr<Verb> make_calibrate();
std::unique_ptr<Verb> make_trace();
std::unique_ptr<Verb> make_estimate();
std::unique_ptr<Verb> make_sweep();
std::unique_ptr<Verb> make_graph();
std::unique_ptr<Verb> make_compare();
std::unique_ptr<Verb> make_hash();

/// What -s and --seed say, as overrides of the scenario; UsageError if one is not key=value.
Overrides overrides_of(const std::vector<std::string>& settings, const Session& session);
/// Writes `text` to stdout, all of it or an Error.
void print(const std::string& text);

}  // namespace ksmsim
