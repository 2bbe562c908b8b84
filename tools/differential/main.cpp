// differential: random scenarios on this machine's kernel and in the simulator. What differs is made small and written
// to a file. Takes root; nothing else may use KSM meanwhile.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "ksmsim/live/history.h"
#include "ksmsim/live/live.h"
#include "random_scenario.h"
#include "shrink.h"

namespace ksmsim {
namespace {

constexpr int kExitDiffers = 3, kExitSkipped = 4;
constexpr const char* kUsage = R"(usage: differential [--cases N] [--seed S] [--first I] [--out DIR]
Plays N random scenarios (10) of seed S (1), from number I (0) on, on this machine's kernel, and simulates them.
A scenario that differs is made small and written to DIR (.). Exit status: 0 all the same, 3 some differ, 4 not here.
)";

struct Options {
  std::uint64_t cases = 10, seed = 1, first = 0;
  std::string out = ".";
};

Options parse(int argc, char** argv) {
  Options options;
  const std::map<std::string, std::uint64_t*> numbers{
      {"--cases", &options.cases}, {"--seed", &options.seed}, {"--first", &options.first}};
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    const auto number = numbers.find(name);
    if (name == "--out") {
      options.out = value;
    } else if (number != numbers.end() && value.find_first_not_of("0123456789") == std::string::npos) {
      *number->second = std::strtoull(value.c_str(), nullptr, 10);
    } else {
      throw UsageError(kUsage);
    }
  }
  if (argc % 2 == 0) throw UsageError(kUsage);
  return options;
}

Comparison compare_both(const Scenario& scenario) {
  SweepPoint point{{}, scenario};
  point.scenario.host.kernel = kernel_here();
  LiveOptions live;
  live.wait = false;
  return compare(history_of(run_live(point, {}, live).samples, columns_missing_here()),
                 history_of(run_point(point).samples));
}

/// Batches until both differ, twice in the same place; 0 if they do not.
std::size_t batches_to_differ(const Scenario& scenario) {
  const Comparison once = compare_both(scenario);
  if (once.same()) return 0;
  const Comparison again = compare_both(scenario);
  return again.same() || again.first->row != once.first->row ? 0 : once.first->row + 1;
}

std::string write_small(const Scenario& scenario, const Options& options) {
  const std::string file = options.out + "/" + scenario.name + ".yaml";
  std::ofstream out(file);
  out << to_yaml(resolved_tree(scenario));
  if (!out.flush()) throw Error("cannot write " + file);
  return file;
}

int run(const Options& options) {
  if (const std::string why = why_not_live(); !why.empty()) {
    std::cout << "SKIPPED: " << why << '\n';
    return kExitSkipped;
  }
  std::size_t rows = 0, differing = 0, by_chance = 0;
  for (std::uint64_t i = options.first; i < options.first + options.cases; ++i) {
    const Scenario scenario = random_scenario(options.seed, i);
    const Comparison c = compare_both(scenario);
    rows += c.rows;
    if (c.same()) continue;
    // Pages of other programs may have passed through the CPU's LRU batch.
    if (batches_to_differ(scenario) == 0) {
      ++by_chance;
      continue;
    }
    ++differing;
    std::cout << scenario.name << ": differs in row " << c.first->row + 1 << ", " << c.first->column << std::endl;
    std::cout << "  " << write_small(shrink(scenario, batches_to_differ, 1500), options) << std::endl;
  }
  std::cout << options.cases << " cases, " << rows << " rows compared, " << differing << " differ, " << by_chance
            << " differed only once\n";
  return differing == 0 ? EXIT_SUCCESS : kExitDiffers;
}

}  // namespace
}  // namespace ksmsim

int main(int argc, char** argv) {
  try {
    return ksmsim::run(ksmsim::parse(argc, argv));
  } catch (const ksmsim::UsageError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "differential: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
