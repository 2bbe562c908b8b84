// Visits a second of the simulated ksmd, and how time and memory grow from 1 GiB to 64 GiB. Each row is a process of
// its own, so that its peak memory is its own; ratios are against the first row of the block, taken in the same run.
//   bench_simulation [LARGEST_GiB]        64 if not given
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "ksmsim/config/load.h"
#include "ksmsim/experiment/run.h"

namespace {

using namespace ksmsim;

struct Row {
  double seconds = 0, megabytes = 0;
  std::uint64_t visits = 0;
};

std::string scenario_text(const std::string& contents, unsigned gib, const std::string& kernel, unsigned scans) {
  return "name: bench\nhost: {kernel: '" + kernel + "', cpu: xeon-e5-2620v3}\n" +
         "ksm: {pages_to_scan: 2000, sleep_millisecs: 20}\nvms:\n  - name: vm\n    count: 2\n    memory: " +
         std::to_string(gib * 512) + "MiB\n    contents: " + contents +
         "\nstop: {full_scans: " + std::to_string(scans) + "}\nsample: full_scan\n";
}

Row run_here(const std::string& yaml) {
  const Scenario scenario = parse_scenario(yaml, "bench");
  const PointResult result = run_point({{}, scenario});
  return {result.meta.wall_seconds, static_cast<double>(result.meta.peak_memory_bytes) / 1e6, result.meta.visits};
}

/// The run in a child, which tells its figures through a pipe.
Row run_apart(const std::string& yaml) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(1);
  const pid_t child = fork();
  if (child == 0) {
    const Row row = run_here(yaml);
    const bool told = write(ends[1], &row, sizeof row) == static_cast<ssize_t>(sizeof row);
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  Row row;
  const bool heard = read(ends[0], &row, sizeof row) == static_cast<ssize_t>(sizeof row);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!heard || status != 0) std::exit(1);
  return row;
}

void block(const char* title, const std::string& contents, const std::string& kernel, unsigned scans,
           unsigned largest) {
  std::printf("%s, Linux %s, %u full scans\n  %6s %12s %9s %12s %9s %7s\n", title, kernel.c_str(), scans, "GiB",
              "visits", "seconds", "M visits/s", "MB", "ratio");
  double first = 0;
  for (unsigned gib = 1; gib <= largest; gib *= 4) {
    const Row row = run_apart(scenario_text(contents, gib, kernel, scans));
    const double ns = row.seconds * 1e9 / static_cast<double>(row.visits);
    if (first == 0) first = ns;
    std::printf("  %6u %12llu %9.3f %12.1f %9.0f %7.2f\n", gib, static_cast<unsigned long long>(row.visits),
                row.seconds, 1e3 / ns, row.megabytes, ns / first);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned largest = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 64;
  const std::string unique = "{model: linux-clone, zero: 0%, image: 0%, repeated: 0%}";
  block("Unique pages", unique, "6.12", 2, largest);
  block("Nothing changes (unique pages, settled)", unique, "6.6", 40, largest > 4 ? 4 : largest);
  block("Nothing changes (clones, settled)", "{model: linux-clone, zero: 20%, image: 80%, repeated: 0%}", "6.12", 40,
        largest > 4 ? 4 : largest);
  block("An idle guest as measured", "{model: debian-12-idle}", "6.12", 2, largest);
  return 0;
}
