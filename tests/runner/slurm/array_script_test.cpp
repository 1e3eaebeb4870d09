#include "runner/slurm/array_script.hpp"

#include <gtest/gtest.h>

namespace scalegen::slurm {
namespace {

TEST(ArrayScript, RunsTheScriptOfATaskAsItsAttempt) {
  const Submission array{.name = "2x1gpu-array3-c1",
                         .tasks = {{"/runs/jobs/a/job.sbatch", "1"}, {"/my runs/jobs/b/job.sbatch", "2"}},
                         .directives = {"#SBATCH --job-name=2x1gpu-array3-c1", "#SBATCH --nodes=2"}};
  EXPECT_EQ(array_script(array),
            "#!/bin/bash\n"
            "#SBATCH --job-name=2x1gpu-array3-c1\n"
            "#SBATCH --nodes=2\n"
            "#SBATCH --array=0-1\n"
            "# 2 jobs that ask for the same, as one array: each task runs the script of one.\n"
            "# By hand, from any folder: sbatch array.sbatch\n"
            "set -euo pipefail\n"
            "\n"
            "case ${SLURM_ARRAY_TASK_ID:?give this script to sbatch} in\n"
            "  0) script=/runs/jobs/a/job.sbatch attempt=1 ;;\n"
            "  1) script='/my runs/jobs/b/job.sbatch' attempt=2 ;;\n"
            "esac\n"
            "exec /bin/bash -c \"$(<\"$script\")\" \"$script\" \"$attempt\"\n");
}

TEST(ArrayScript, LetsSlurmStartSoManyAtATime) {
  const Submission array{.tasks = {{"a", "1"}, {"b", "1"}, {"c", "1"}},
                         .most_at_a_time = 2,
                         .directives = {"#SBATCH --nodes=2"}};
  EXPECT_EQ(array_script(array).substr(0, 52), "#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH --array=0-2%2\n");
}

}  // namespace
}  // namespace scalegen::slurm
