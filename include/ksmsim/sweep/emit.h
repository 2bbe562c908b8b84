#pragma once
// Scripts that run a sweep as a job of many processes, with the merge after it.
#include <string>
#include <vector>

namespace ksmsim {

struct Job {
  std::string name;       ///< of the sweep
  std::string plan;       ///< file, as `ksmsim sweep plan` wrote it
  std::string store;      ///< folder that all processes see
  std::string result;     ///< file for the merged result
  std::string hash_path;  ///< KSMSIM_HASH_PATH of the processes, if they need plug-ins
  std::size_t shards = 1;
  std::string program = "ksmsim";  ///< as the nodes call it
};

/// "slurm", "kubernetes", "parallel".
std::vector<std::string> job_kinds();
/// A shell script; UsageError with the nearest kind if there is none of that name.
std::string emit_job(const std::string& kind, const Job& job);

}  // namespace ksmsim
