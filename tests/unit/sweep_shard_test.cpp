#include <map>

#include "catch.h"
#include "ksmsim/base/error.h"
#include "ksmsim/sweep/shard.h"

using namespace ksmsim;

namespace {

std::string shard_in(std::map<std::string, std::string> variables, const std::string& text = "auto") {
  return parse_shard(text,
                     [&](const std::string& name) -> std::optional<std::string> {
                       const auto found = variables.find(name);
                       return found == variables.end() ? std::nullopt : std::optional(found->second);
                     })
      .text();
}

}  // namespace

TEST_CASE("shards take every point once") {
  for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    for (std::size_t point = 0; point < 20; ++point) {
      std::size_t takers = 0;
      for (std::size_t number = 0; number < count; ++number) takers += static_cast<std::size_t>(Shard{number, count}.has(point));
      CHECK(takers == 1);
    }
  }
}

TEST_CASE("a shard is given as number and count") {
  CHECK(shard_in({}, "0/1") == "0/1");
  CHECK(shard_in({}, "3/4") == "3/4");
  for (const char* wrong : {"", "1", "4/4", "1/0", "-1/4", "a/b", "1/2/3", "1 /2", "0/99999999"}) {
    CHECK_THROWS_WITH(shard_in({}, wrong), contains_text("expected NUMBER/COUNT"));
  }
}

TEST_CASE("a job's environment tells its shard") {
  CHECK(shard_in({{"SLURM_ARRAY_TASK_ID", "7"}, {"SLURM_ARRAY_TASK_MIN", "5"}, {"SLURM_ARRAY_TASK_MAX", "9"}}) ==
        "2/5");
  CHECK(shard_in({{"SLURM_ARRAY_TASK_ID", "8"},
                  {"SLURM_ARRAY_TASK_MIN", "0"},
                  {"SLURM_ARRAY_TASK_MAX", "12"},
                  {"SLURM_ARRAY_TASK_STEP", "4"}}) == "2/4");
  CHECK(shard_in({{"JOB_COMPLETION_INDEX", "1"}, {"KSMSIM_SHARD_COUNT", "3"}}) == "1/3");
  CHECK(shard_in({{"SGE_TASK_ID", "1"}, {"SGE_TASK_FIRST", "1"}, {"SGE_TASK_LAST", "10"}}) == "0/10");
  CHECK(shard_in({{"PBS_ARRAY_INDEX", "0"}, {"KSMSIM_SHARD_COUNT", "2"}}) == "0/2");
  CHECK(shard_in({{"LSB_JOBINDEX", "4"}, {"LSB_JOBINDEX_END", "4"}}) == "3/4");
  CHECK(shard_in({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "8"}}) == "2/8");
  CHECK(shard_in({{"PMI_RANK", "0"}, {"PMI_SIZE", "8"}}) == "0/8");
  CHECK(shard_in({{"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "4"}}) == "3/4");
}

TEST_CASE("a job that does not tell enough is refused") {
  CHECK_THROWS_WITH(shard_in({}), contains_text("no job of Slurm"));
  CHECK_THROWS_WITH(shard_in({{"SGE_TASK_ID", "undefined"}}), contains_text("no job of Slurm"));
  CHECK_THROWS_WITH(shard_in({{"JOB_COMPLETION_INDEX", "1"}}), contains_text("set KSMSIM_SHARD_COUNT"));
  CHECK_THROWS_WITH(shard_in({{"JOB_COMPLETION_INDEX", "3"}, {"KSMSIM_SHARD_COUNT", "3"}}),
                    contains_text("is not one of 3"));
  CHECK_THROWS_WITH(shard_in({{"SLURM_ARRAY_TASK_ID", "x"}}), contains_text("is not a number of a job"));
  CHECK_THROWS_WITH(
      shard_in({{"SLURM_ARRAY_TASK_ID", "1"}, {"SLURM_ARRAY_TASK_MIN", "2"}, {"SLURM_ARRAY_TASK_MAX", "9"}}),
      contains_text("is not one of 8"));
}
