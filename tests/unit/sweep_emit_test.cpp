#include "catch.h"
#include "ksmsim/base/error.h"
#include "ksmsim/sweep/emit.h"
#include "run_command.h"

using namespace ksmsim;

namespace {

Job job_named(const std::string& name) {
  Job job;
  job.name = name;
  job.plan = "plan.json";
  job.store = "x.sweep";
  job.result = "x.sqlite";
  job.shards = 4;
  return job;
}

}  // namespace

TEST_CASE("every kind of job is a shell script of as many shards as asked for") {
  for (const std::string& kind : job_kinds()) {
    const std::string script = emit_job(kind, job_named("Sweep of 'all'"));
    CAPTURE(kind, script);
    CHECK(script.rfind("#!/bin/sh\n", 0) == 0);
    for (const char* word : {"@NAME@", "@PLAN@", "@STORE@", "@RESULT@", "@SHARDS@", "@LAST@", "@PROGRAM@"}) {
      CHECK(script.find(word) == std::string::npos);
    }
    CHECK(script.find("merge") != std::string::npos);
    CommandOptions options;
    options.input = script;
    const CommandResult checked = run_command({"/bin/sh", "-n"}, options);
    CHECK(checked.exit_code == 0);
    CHECK(checked.err.empty());
  }
}

TEST_CASE("names in a script are plain, and files are quoted where they must be") {
  Job job = job_named("  Wörter; rm -rf / ");
  job.store = "my store's";
  const std::string script = emit_job("slurm", job);
  CHECK(script.find("--job-name=ksmsim-w-rter-rm-rf ") != std::string::npos);
  CHECK(script.find("STORE=${STORE:-'my store'\\''s'}") != std::string::npos);
  CHECK_THROWS_WITH(emit_job("kubernetes", job), contains_text("plain file names"));
}

TEST_CASE("a kind of job that is not known is refused with the nearest") {
  CHECK_THROWS_WITH(emit_job("slurn", job_named("x")), contains_text("did you mean 'slurm'?"));
}
