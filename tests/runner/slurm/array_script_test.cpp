#include "runner/slurm/array_script.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/runner/stand_ins.hpp"

namespace scalegen::slurm {
namespace {

constexpr const char* kScript =
    "#!/bin/bash -l\n"
    "# mnist on cyclone\n"
    "#SBATCH --job-name=mnist-a\n"
    "#SBATCH  -o /runs/jobs/a/slurm-%j.out\n"
    "#SBATCH --nodes=2\n"
    "#SBATCH\t--time=00:05:00\n"
    "#SBATCHES --mem=1\n"
    "set -euo pipefail\n"
    "#SBATCH --partition=late\n";

TEST(ArrayScript, AsksForWhatItsJobsAskFor) {
  EXPECT_EQ(head_of_script(kScript), "#!/bin/bash -l\n#SBATCH --nodes=2\n#SBATCH\t--time=00:05:00\n");
  EXPECT_EQ(head_of_script(""), "");
}

TEST(ArrayScript, RunsTheScriptOfATaskAsItsAttempt) {
  const Submission array{.name = "c1-array-3",
                         .tasks = {{"/runs/jobs/a/job.sbatch", "1"}, {"/my runs/jobs/b/job.sbatch", "2"}}};
  EXPECT_EQ(array_script(array, head_of_script(kScript)),
            "#!/bin/bash -l\n"
            "#SBATCH --nodes=2\n"
            "#SBATCH\t--time=00:05:00\n"
            "#SBATCH --job-name=c1-array-3\n"
            "#SBATCH --array=0-1\n"
            "# 2 jobs that ask for the same, as one array: each task runs the script of one.\n"
            "# By hand, from any folder: sbatch array.sbatch\n"
            "set -euo pipefail\n"
            "\n"
            "case ${SLURM_ARRAY_TASK_ID:?give this script to sbatch} in\n"
            "  0) script=/runs/jobs/a/job.sbatch attempt=1 ;;\n"
            "  1) script='/my runs/jobs/b/job.sbatch' attempt=2 ;;\n"
            "esac\n"
            "exec /bin/bash -l -c \"$(<\"$script\")\" \"$script\" \"$attempt\"\n");
}

TEST(ArrayScript, IsNotWrittenWhereAJobsScriptIsGone) {
  const Directory directory;
  const Submission array{.script = directory.get().root / "array.sbatch",
                         .tasks = {{directory.get().root / "none", "1"}}};
  EXPECT_FALSE(write_array_script(array));
}

}  // namespace
}  // namespace scalegen::slurm
