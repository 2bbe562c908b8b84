// ksmsim: the command. It reads the command line, runs a verb and turns what went wrong into one
// line and an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <new>

#include "command_line.h"
#include "interrupt.h"
#include "ksmsim/hash/hash_plugins.h"
#include "ksmsim/live/live.h"
#include "ksmsim/trace/trace.h"
#include "output.h"

namespace ksmsim {
namespace {

/// A program started without stdin, stdout or stderr must not open a result file in their place.
void occupy_standard_streams() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    const int opened = open("/dev/null", O_RDONLY);  // writing fails, as it would have
    if (opened >= 0 && opened != descriptor) close(opened);
  }
}

/// Before anything else: what a verb finds in the registries stays as it is.
void load_plugins(const Session& session) {
  const char* const path = std::getenv("KSMSIM_HASH_PATH");
  try {
    for (const std::string& file : hash_plugin_files(path == nullptr ? "" : path)) load_hash_plugin(file);
  } catch (const UsageError& error) {
    throw UsageError(std::string("KSMSIM_HASH_PATH: ") + error.what());
  }
  for (const std::string& file : session.plugins) load_hash_plugin(file);
}

int run(int argc, const char* const* argv, Session& session) {
  const std::unique_ptr<Verb> verb = parse_command_line(argc, argv, session);
  if (verb == nullptr) return kExitFine;
  load_plugins(session);
  return verb->run(session);
}

int run_and_report(int argc, const char* const* argv) {
  Session session;
  try {
    return run(argc, argv, session);
  } catch (const ScenarioError& error) {
    session.console.problems(error.what());
    return kExitUsage;
  } catch (const UsageError& error) {
    session.console.error(error.what());
    return kExitUsage;
  } catch (const TraceError& error) {
    session.console.error(error.what());
    return kExitUnreadable;
  } catch (const Busy& error) {
    session.console.error(error.what());
    return kExitTryAgain;
  } catch (const ClosedPipe&) {
    end_by_signal(SIGPIPE);
  } catch (const EndedBySignal& signal) {
    end_by_signal(signal.number);
  } catch (const Error& error) {
    session.console.error(error.what());
  } catch (const std::bad_alloc&) {
    session.console.error("out of memory");
  } catch (const std::exception& error) {
    session.console.error(std::string("internal error: ") + error.what());
  }
  return kExitFailure;
}

}  // namespace
}  // namespace ksmsim

int main(int argc, char** argv) {
  ksmsim::occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(), so that files aside go
  return ksmsim::run_and_report(argc, argv);
}
