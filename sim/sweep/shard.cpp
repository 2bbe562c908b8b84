#include "ksmsim/sweep/shard.h"

#include <array>

#include "ksmsim/base/error.h"
#include "ksmsim/config/quantity.h"

namespace ksmsim {
namespace {

constexpr std::uint64_t kMostShards = 1'000'000;

/// How one kind of job tells which of its processes this is.
struct Job {
  const char* number;
  const char* first;  ///< variable with the lowest number; nullptr: `from`
  std::uint64_t from;
  const char* last;   ///< variable with the highest number, or nullptr
  const char* step;   ///< variable with the distance of numbers, or nullptr
  const char* count;  ///< variable with how many, or nullptr
};

constexpr const char* kCount = "KSMSIM_SHARD_COUNT";
constexpr std::array kJobs = {
    Job{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", 0, "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_STEP", nullptr},
    Job{"JOB_COMPLETION_INDEX", nullptr, 0, nullptr, nullptr, nullptr},  // Kubernetes
    Job{"SGE_TASK_ID", "SGE_TASK_FIRST", 1, "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", nullptr},
    Job{"PBS_ARRAY_INDEX", nullptr, 0, nullptr, nullptr, nullptr},
    Job{"LSB_JOBINDEX", nullptr, 1, "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP", nullptr},
    Job{"OMPI_COMM_WORLD_RANK", nullptr, 0, nullptr, nullptr, "OMPI_COMM_WORLD_SIZE"},
    Job{"PMI_RANK", nullptr, 0, nullptr, nullptr, "PMI_SIZE"},
    Job{"SLURM_PROCID", nullptr, 0, nullptr, nullptr, "SLURM_NTASKS"},
};

[[noreturn]] void fail(const std::string& why) { throw UsageError("--shard auto: " + why); }

std::optional<std::uint64_t> number_of(const Environment& environment, const char* name) {
  if (name == nullptr) return std::nullopt;
  const std::optional<std::string> text = environment(name);
  if (!text || text->empty() || *text == "undefined") return std::nullopt;  // Grid Engine's word
  const auto number = parse_integer(*text);
  if (!number.value || *number.value > kMostShards) fail(std::string(name) + "=" + *text + " is not a number of a job");
  return *number.value;
}

Shard shard_of(const Job& job, std::uint64_t number, const Environment& environment) {
  const std::uint64_t first = number_of(environment, job.first).value_or(job.from);
  const std::uint64_t step = number_of(environment, job.step).value_or(1);
  std::optional<std::uint64_t> count = number_of(environment, kCount);
  if (!count) count = number_of(environment, job.count);
  const auto last = number_of(environment, job.last);
  if (!count && last && *last >= first && step != 0) count = (*last - first) / step + 1;
  if (!count || step == 0) fail(std::string(job.number) + " is set, but not how many there are; set " + kCount);
  const std::uint64_t from = number >= first ? (number - first) / step : *count;
  if (from >= *count) {
    fail(std::string(job.number) + "=" + std::to_string(number) + " is not one of " + std::to_string(*count));
  }
  return {from, *count};
}

Shard automatic(const Environment& environment) {
  for (const Job& job : kJobs) {
    if (const auto number = number_of(environment, job.number)) return shard_of(job, *number, environment);
  }
  fail("this is no job of Slurm, Kubernetes, Grid Engine, PBS, LSF or MPI");
}

}  // namespace

Shard parse_shard(const std::string& text, const Environment& environment) {
  if (text == "auto") return automatic(environment);
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto number = parse_integer(text.substr(0, slash));
  const auto count = parse_integer(text.substr(std::min(slash + 1, text.size())));
  const bool fits = number.value && count.value && *count.value <= kMostShards && *number.value < *count.value;
  if (!fits) throw UsageError("--shard: expected NUMBER/COUNT from 0/1 on, such as 0/4, or auto; got '" + text + "'");
  return {*number.value, *count.value};
}

}  // namespace ksmsim
