#include "ksmsim/sweep/emit.h"

#include <algorithm>

#include "ksmsim/base/error.h"
#include "ksmsim/base/plugin.h"
#include "ksmsim/base/shell_word.h"

namespace ksmsim {
namespace {

/// A name that Slurm and Kubernetes take: lower case, digits, dashes.
std::string job_name(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z', plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (upper) {
      out += static_cast<char>(c - 'A' + 'a');
    } else if (plain) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  out = out.substr(0, 40);
  return "ksmsim" + (out.empty() ? "" : "-" + out);
}

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
  for (const auto& [word, value] : words) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + value.size())) {
      text.replace(at, word.size(), value);
    }
  }
  return text;
}

std::string fill_in(const char* script, const Job& job) {
  const bool none = job.hash_path.empty();
  return replaced(script, {{"@NAME@", job_name(job.name)},
                           {"@PLAN@", shell_word(job.plan)},
                           {"@STORE@", shell_word(job.store)},
                           {"@RESULT@", shell_word(job.result)},
                           {"@PROGRAM@", shell_word(job.program)},
                           {"@EXPORT@", none ? "" : "\nexport KSMSIM_HASH_PATH=" + shell_word(job.hash_path)},
                           {"@ENV@", none ? "" : ", {name: KSMSIM_HASH_PATH, value: \"" + job.hash_path + "\"}"},
                           {"@SHARDS@", std::to_string(job.shards)},
                           {"@LAST@", std::to_string(job.shards - 1)}});
}

/// What a node that is lost was running goes on elsewhere (--requeue); its points are in the store.
constexpr const char* kSlurm = R"(#!/bin/sh
# Submits a sweep in @SHARDS@ tasks, and its merge as a job that waits for them.
# PLAN and STORE must be on a file system that all nodes see.
set -eu
KSMSIM=${KSMSIM:-@PROGRAM@} PLAN=${PLAN:-@PLAN@} STORE=${STORE:-@STORE@} RESULT=${RESULT:-@RESULT@}@EXPORT@
export KSMSIM PLAN STORE RESULT
command -v sbatch >/dev/null || { echo "sbatch: not found; this script is for Slurm" >&2; exit 1; }
sweep=$(sbatch --parsable --job-name=@NAME@ --array=0-@LAST@ --cpus-per-task=1 --requeue \
  --output=@NAME@-%a.log <<'EOF'
#!/bin/sh
exec "$KSMSIM" sweep "$PLAN" --store "$STORE" --shard auto -j "${SLURM_CPUS_PER_TASK:-1}"
EOF
)
merge=$(sbatch --parsable --job-name=@NAME@-merge --dependency="afterok:$sweep" --kill-on-invalid-dep=yes \
  --output=@NAME@-merge.log <<'EOF'
#!/bin/sh
exec "$KSMSIM" sweep merge "$STORE" --sqlite "$RESULT"
EOF
)
echo "sweep $sweep, merge $merge into $RESULT"
)";

constexpr const char* kKubernetes = R"(#!/bin/sh
# Runs a sweep as an indexed job of @SHARDS@ pods, then its merge as a job.
# Set IMAGE to an image with ksmsim, and CLAIM to a volume claim that many pods
# may write; PLAN is there, and STORE and RESULT will be.
set -eu
IMAGE=${IMAGE:?an image that has ksmsim} CLAIM=${CLAIM:?a persistent volume claim}
job() { # NAME SPEC ARGS
  kubectl apply -f - <<EOF
apiVersion: batch/v1
kind: Job
metadata: {name: $1}
spec:
  $2
  template:
    spec:
      restartPolicy: OnFailure
      containers:
      - name: ksmsim
        image: "$IMAGE"
        workingDir: /data
        command: [$3]
        env: [{name: KSMSIM_SHARD_COUNT, value: "@SHARDS@"}@ENV@]
        volumeMounts: [{name: data, mountPath: /data}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: "$CLAIM"}}]
EOF
}
job @NAME@ 'completionMode: Indexed
  completions: @SHARDS@
  parallelism: @SHARDS@' \
  '"ksmsim", "sweep", "@PLAN@", "--store", "@STORE@", "--shard", "auto"'
kubectl wait --for=condition=complete --timeout=-1s job/@NAME@
job @NAME@-merge 'backoffLimit: 2' '"ksmsim", "sweep", "merge", "@STORE@", "--sqlite", "@RESULT@"'
kubectl wait --for=condition=complete --timeout=-1s job/@NAME@-merge
)";

constexpr const char* kParallel = R"(#!/bin/sh
# Runs a sweep in @SHARDS@ processes by GNU parallel, here or with -S on other
# machines that see PLAN and STORE, then merges.
set -eu
KSMSIM=${KSMSIM:-@PROGRAM@} PLAN=${PLAN:-@PLAN@} STORE=${STORE:-@STORE@} RESULT=${RESULT:-@RESULT@}@EXPORT@
seq 0 @LAST@ | parallel "$@" --halt soon,fail=1 \
  "$KSMSIM" sweep "$PLAN" --store "$STORE" --shard {}/@SHARDS@ -j 1
exec "$KSMSIM" sweep merge "$STORE" --sqlite "$RESULT"
)";

}  // namespace

std::vector<std::string> job_kinds() { return {"slurm", "kubernetes", "parallel"}; }

std::string emit_job(const std::string& kind, const Job& job) {
  if (kind == "slurm") return fill_in(kSlurm, job);
  if (kind == "kubernetes") {
    for (const std::string& name : {job.plan, job.store, job.result, job.hash_path}) {
      if (!name.empty() && shell_word(name) != name)
        throw UsageError("a Kubernetes job takes plain file names, not '" + name + "'");
    }
    return fill_in(kKubernetes, job);
  }
  if (kind == "parallel") return fill_in(kParallel, job);
  const std::string near = nearest_word(kind, job_kinds());
  throw UsageError("no job of kind '" + kind + "'; expected slurm, kubernetes or parallel" +
                   (near.empty() ? "" : " (did you mean '" + near + "'?)"));
}

}  // namespace ksmsim
