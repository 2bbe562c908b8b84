#include "command_line.h"

#include <CLI/CLI.hpp>

#include "ksmsim/base/plugin.h"
#include "output.h"

namespace ksmsim {
namespace {

constexpr const char* kDescription = "Simulates Linux KSM: what memory deduplication saves, and what it costs.";
constexpr const char* kFooter = R"(Examples:
  ksmsim run scenario.yaml                     simulate; print a table
  ksmsim run scenario.yaml -s ksm.hash=xxh64   the same with another hash
  ksmsim run scenario.yaml --csv - | head      samples as CSV
  ksmsim check scenario.yaml                   is it right; what it means
  ksmsim list hashes                           which hashes there are
  ksmsim COMMAND --help                        more about a command

Data goes to stdout, messages and progress to stderr.
Exit status: 0 fine, 1 internal or I/O error, 2 wrong usage or scenario,
3 a check failed, 4 points of a sweep failed, 5 unreadable trace or image,
75 try again later, 130 or 143 if stopped by Ctrl-C or SIGTERM.)";

/// What the options of all verbs say, before it is checked.
struct GlobalOptions {
  std::string colour = "auto", progress = "auto";
  std::string seed;
  std::vector<std::string> plugins;
  bool quiet = false, verbose = false;
};

/// The command's words after the program's name: " trace info".
std::string path_of(const CLI::App* app) {
  return app->get_parent() == nullptr ? "" : path_of(app->get_parent()) + " " + app->get_name();
}

/// The command that was given, and its own command if it has one; the program itself if none was.
const CLI::App& chosen_of(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? app : chosen_of(*chosen.front());
}

/// CLI11's layout without what it adds to names: limits, exclusions, groups.
class PlainFormatter final : public CLI::Formatter {
 public:
  PlainFormatter() { column_width(26); }
  std::string make_usage(const CLI::App* app, std::string) const override {
    std::string usage = "Usage: ksmsim" + path_of(app) + " [OPTION]...";
    if (!app->get_subcommands({}).empty()) usage += " COMMAND ...";
    for (const CLI::Option* option : app->get_options()) {
      if (!option->get_positional()) continue;
      const std::string name = option->get_name(true) + (option->get_expected_max() > 1 ? "..." : "");
      usage += option->get_required() ? " " + name : " [" + name + "]";
    }
    return usage + "\n";
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_name().empty() ? "" : " " + option->get_type_name();
  }
};

void declare_global(CLI::App& program, GlobalOptions& options) {
  const auto when = CLI::IsMember({"auto", "always", "never"}).description("");
  program.add_option("--color", options.colour, "Colours: auto, always or never")->check(when)->type_name("WHEN");
  program.add_option("--progress", options.progress, "Progress bar: auto, always or never")
      ->check(when)
      ->type_name("WHEN");
  program.add_option("--seed", options.seed, "In place of the scenario's seed")->type_name("N");
  program.add_option("--plugin", options.plugins, "A page hash of your own (or KSMSIM_HASH_PATH)")
      ->type_name("FILE")
      ->allow_extra_args(false);
  CLI::Option* quiet = program.add_flag("-q,--quiet", options.quiet, "No progress, errors only");
  program.add_flag("-v,--verbose", options.verbose, "Say what is done")->excludes(quiet);
  program.set_version_flag("--version", std::string("ksmsim ") + KSMSIM_VERSION, "Print the version and end");
  program.set_help_flag("-h,--help", "Print this help and end");
}

When when_of(const std::string& word) {
  return word == "always" ? When::always : word == "never" ? When::never : When::automatic;
}

void apply(const GlobalOptions& options, Session& session) {
  const Verbosity verbosity = options.quiet     ? Verbosity::quiet
                              : options.verbose ? Verbosity::verbose
                                                : Verbosity::normal;
  session.console.set(when_of(options.colour), verbosity);
  session.progress = options.quiet ? When::never : when_of(options.progress);
  if (!options.seed.empty()) session.seed = options.seed;
  session.plugins = options.plugins;
}

std::vector<std::string> option_names(const CLI::App& program, const CLI::App& chosen) {
  std::vector<std::string> names;
  for (const CLI::App* app : {&program, &chosen}) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  return names;
}

/// CLI11 would only say that something was not expected.
[[noreturn]] void refuse(const std::string& word, const CLI::App& program) {
  const CLI::App& chosen = chosen_of(program);
  const auto commands = chosen.get_subcommands([](const CLI::App*) { return true; });
  std::vector<std::string> known;
  std::string text;
  if (word.size() > 1 && word.front() == '-') {
    text = "unknown option '" + word.substr(0, word.find('=')) + "'";
    known = option_names(program, chosen);
  } else if (commands.empty()) {
    throw UsageError("unexpected argument '" + word + "' (see ksmsim" + path_of(&chosen) + " --help)");
  } else {
    text = "unknown command '" + word + "'";
    for (const CLI::App* app : commands) known.push_back(app->get_name());
  }
  const std::string nearest = nearest_word(word.substr(0, word.find('=')), known);
  const std::string see = " (see ksmsim" + path_of(&chosen) + " --help)";
  throw UsageError(text + (nearest.empty() ? see : " (did you mean '" + nearest + "'?)"));
}

/// What CLI11 throws, as one of ours; help and version are printed.
void parse(CLI::App& program, int argc, const char* const* argv, bool& all_done) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(chosen_of(program).help());
    all_done = true;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
    all_done = true;
  } catch (const CLI::Error& error) {
    const std::string path = path_of(&chosen_of(program));
    throw UsageError(path.empty() ? error.what() : path.substr(1) + ": " + error.what());
  }
}

}  // namespace

std::unique_ptr<Verb> parse_command_line(int argc, const char* const* argv, Session& session) {
  CLI::App program(kDescription, "ksmsim");
  GlobalOptions options;
  declare_global(program, options);
  program.footer(kFooter);
  program.formatter(std::make_shared<PlainFormatter>());
  program.fallthrough()->allow_extras();
  program.require_subcommand(0, 1);  // after one verb, another verb's name is a word like any other
  std::vector<std::pair<CLI::App*, std::unique_ptr<Verb>>> verbs;
  for (auto make : {make_run, make_check, make_list, make_schema, make_explain, make_live, make_validate,
                    make_calibrate, make_trace, make_estimate, make_sweep, make_compare, make_graph, make_hash}) {
    std::unique_ptr<Verb> verb = make();
    CLI::App* declared = verb->declare(program);
    declared->set_help_flag("-h,--help", "Print this help and end");
    verbs.emplace_back(declared, std::move(verb));
  }
  bool all_done = false;
  parse(program, argc, argv, all_done);
  if (all_done) return nullptr;
  apply(options, session);
  const auto chosen = program.get_subcommands();
  const CLI::App* verb = chosen.empty() ? nullptr : chosen.front();
  const std::vector<std::string> extras = program.remaining(true);
  if (!extras.empty()) refuse(extras.front(), program);
  if (verb == nullptr) throw UsageError("no command given (see ksmsim --help)");
  for (auto& [app, candidate] : verbs) {
    if (app == verb) return std::move(candidate);
  }
  throw Error("no such verb");
}

Overrides overrides_of(const std::vector<std::string>& settings, const Session& session) {
  Overrides overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw UsageError("-s " + setting + ": expected key=value, such as -s ksm.pages_to_scan=400");
    }
    overrides.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (session.seed) overrides.emplace_back("seed", *session.seed);
  return overrides;
}

void print(const std::string& text) {
  Output output("-");
  output.stream() << text;
  output.flush();
}

}  // namespace ksmsim
