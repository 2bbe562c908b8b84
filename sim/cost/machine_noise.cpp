#include "machine_noise.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace ksmsim {
namespace {

std::uint64_t ticks_of(const timeval& time) {
  const auto a_second = static_cast<std::uint64_t>(sysconf(_SC_CLK_TCK));
  return static_cast<std::uint64_t>(time.tv_sec) * a_second +
         static_cast<std::uint64_t>(time.tv_usec) * a_second / 1'000'000;
}

rusage usage_of(int who) {
  rusage usage{};
  getrusage(who, &usage);
  return usage;
}

std::uint64_t less(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

}  // namespace

std::uint64_t times_preempted() { return static_cast<std::uint64_t>(usage_of(RUSAGE_THREAD).ru_nivcsw); }

std::optional<MachineNoise::Ticks> MachineNoise::now() {
  std::ifstream stat("/proc/stat");
  std::string word;
  std::uint64_t user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0;
  if (!(stat >> word >> user >> nice >> system >> idle >> iowait >> irq >> softirq >> steal) || word != "cpu") {
    return std::nullopt;
  }
  const rusage own = usage_of(RUSAGE_SELF);
  return Ticks{user + nice + system + irq + softirq, idle + iowait, steal,
               ticks_of(own.ru_utime) + ticks_of(own.ru_stime)};
}

std::optional<MachineNoise::Ticks> MachineNoise::since(const std::optional<Ticks>& start) {
  const std::optional<Ticks> end = now();
  if (!start || !end) return std::nullopt;
  return Ticks{less(end->busy, start->busy), less(end->idle, start->idle), less(end->steal, start->steal),
               less(end->own, start->own)};
}

MachineNoise::MachineNoise() : start_(now()) {}

std::optional<double> MachineNoise::steal_percent() const {
  const std::optional<Ticks> passed = since(start_);
  if (!passed) return std::nullopt;
  const std::uint64_t all = passed->busy + passed->idle + passed->steal;
  return all == 0 ? 0 : 100 * static_cast<double>(passed->steal) / static_cast<double>(all);
}

std::optional<double> MachineNoise::others_percent() const {
  const std::optional<Ticks> passed = since(start_);
  const long cpus = std::max(1L, sysconf(_SC_NPROCESSORS_ONLN));
  if (!passed) return std::nullopt;
  const double of_one = static_cast<double>(passed->busy + passed->idle + passed->steal) / static_cast<double>(cpus);
  return of_one == 0 ? 0 : 100 * static_cast<double>(less(passed->busy, passed->own)) / of_one;
}

}  // namespace ksmsim
