#pragma once
// Which points of a sweep are this process's: every count-th from number on.
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace ksmsim {

struct Shard {
  std::size_t number = 0, count = 1;  ///< from 0
  bool has(std::size_t point) const { return point % count == number; }
  std::string text() const { return std::to_string(number) + "/" + std::to_string(count); }
};

/// What an environment variable says, if it is set.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// "0/4", or "auto": what the job that runs this says in its environment: Slurm, Kubernetes, Grid Engine, PBS, LSF,
/// MPI. Where a job does not tell how many there are, KSMSIM_SHARD_COUNT does. UsageError.
Shard parse_shard(const std::string& text, const Environment& environment);

}  // namespace ksmsim
