// An attempt belongs to the script that was first to claim it.
#include "core/script_sum.hpp"
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobClaim : public JobLibrary {};

TEST_F(JobClaim, ClaimsAnAttemptOnce) {
  EXPECT_EQ(run(kBegin).exit_status, 0);
  EXPECT_EQ(ending(), "0 ");
  const auto again = run(kBegin + "echo measured");
  EXPECT_EQ(again.exit_status, 75);
  EXPECT_EQ(again.out, "");
  EXPECT_EQ(again.err, "scalegen: " + (directory_.root / "runs/r/hand").string() + ": already run by " +
                           read("runs/r/hand/started.json"));
}

TEST_F(JobClaim, WantsAnAllocationForJobsOfSlurm) {
  const auto result = run("sg_begin_slurm_run r jobs/r/job.sbatch\n");
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err, "scalegen: this script wants a Slurm allocation: sbatch " +
                            (directory_.root / "jobs/r/job.sbatch").string() + "\n");
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs"));
}

TEST_F(JobClaim, IsKeptWithTheScriptWhereSomebodyEditedIt) {
  ASSERT_TRUE(write_file(directory_.root / "scripts.cksum", "1 2 lib/job.bash\n3 4 jobs/r/job.sbatch\n"));
  EXPECT_EQ(run(kBegin).exit_status, 0);
  const auto kept = read("runs/r/hand/edited.sbatch");
  EXPECT_NE(kept.find("\nsg_claim_attempt() {"), std::string::npos);
  EXPECT_TRUE(kept.ends_with("\n" + kBegin)) << kept;
}

TEST_F(JobClaim, TakesAScriptWithAnotherTimeForSlurmAsItWasWritten) {
  const auto head =
      "set -euo pipefail\n_root=" + directory_.root.string() + "\nsource \"$_root/lib/job.bash\"\n";
  ASSERT_TRUE(write_file(
      directory_.root / "scripts.cksum",
      cksum_line(read("lib/job.bash"), "lib/job.bash") + cksum_line(head + kBegin, "jobs/r/job.sbatch")));
  EXPECT_EQ(run("#SBATCH --time=00:20:00\n" + kBegin).exit_status, 0);
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "runs/r/hand/edited.sbatch"));
  std::filesystem::remove_all(directory_.root / "runs");
  EXPECT_EQ(run("#SBATCH --time=00:20:00\n" + kBegin + ":\n").exit_status, 0);
  EXPECT_EQ(read("runs/r/hand/edited.sbatch"), head + "#SBATCH --time=00:20:00\n" + kBegin + ":\n");
}

// An array's task is called as Slurm calls it. Where ranks meet and report is told before the set-up.
TEST_F(JobClaim, BeginsOnTheFirstNodeOfASlurmJob) {
  put_program("scontrol", "[[ $* == 'show hostnames n[1-2]' ]] && printf 'n1\\nn2\\n'");
  const std::string job = "export SLURM_JOB_ID=20007 SLURM_JOB_NODELIST='n[1-2]'";
  const auto result =
      run("sg_begin_slurm_run r jobs/r/job.sbatch\n"
          "echo \"${_hosts[*]}; $MASTER_ADDR $MASTER_PORT; $SCALEGEN_RUN_ID\"\n"
          "echo \"${SCALEGEN_METRICS#\"$_root\"} ${SCALEGEN_RUN_DIR#\"$_root\"}\"\n",
          job);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "n1 n2; n1 10007; r-20007\n/runs/r/slurm-20007/metrics.jsonl /runs/r/slurm-20007\n");
  EXPECT_EQ(text_field(*parse_json(read("runs/r/slurm-20007/started.json")), "job"), "20007");
  EXPECT_EQ(run("sg_begin_slurm_run r jobs/r/job.sbatch 2\n",
                job + " SLURM_ARRAY_JOB_ID=20005 SLURM_ARRAY_TASK_ID=2")
                .err,
            "");
  EXPECT_EQ(text_field(*parse_json(read("runs/r/2/started.json")), "job"), "20005_2");
}

TEST_F(JobClaim, IsNotForAJobWhoseNodesNobodyNames) {
  put_program("scontrol", "exit 1");
  const auto result =
      run("sg_begin_slurm_run r jobs/r/job.sbatch 1\n", "export SLURM_JOB_ID=7 SLURM_JOB_NODELIST=n1");
  EXPECT_EQ(result.exit_status, 69);
  EXPECT_EQ(result.err, "scalegen: scontrol does not name the job's nodes\n");
  EXPECT_EQ(read("runs/r/1/err"), result.err);
}

TEST_F(JobClaim, IsLeftToThePlanThatTookThePlaceOfItsOwn) {
  const std::string note = "echo \"$(cksum <\"$0\") jobs/r/job.sbatch\" >\"$_root/";
  const std::string leave = "sg_leave_to_new_plan jobs/r/job.sbatch\necho goes on\n";
  EXPECT_EQ(run(leave).out, "goes on\n");
  const auto replaced = run("mkdir \"$_root/replaced-1\"\n" + note + "replaced-1/scripts.cksum\"\n" + leave);
  EXPECT_EQ(replaced.out, "");
  EXPECT_EQ(replaced.exit_status, 75);
  EXPECT_EQ(replaced.err,
            "scalegen: the plan that this script was made for was replaced by another: no run begins\n");
  EXPECT_EQ(run(leave).out, "goes on\n") << "of another script";
  EXPECT_EQ(run(note + "replaced-1/scripts.cksum\"\n" + note + "scripts.cksum\"\n" + leave).out, "goes on\n")
      << "of both plans";
  EXPECT_EQ(run("mkdir \"$_root/replacement\"\ntouch \"$_root/replacement/replaced\"\n" + leave).err,
            replaced.err);
}

TEST_F(JobClaim, IsKeptWhateverTheProgramRemoves) {
  const auto result = run(kBegin + "cat \"$_attempt/started.json\"\nrm -r \"$_attempt\"\n");
  EXPECT_EQ(result.exit_status, 0);
  EXPECT_EQ(read("runs/r/hand/started.json"), result.out);
  EXPECT_EQ(ending(), "0 ");
}

TEST_F(JobClaim, IsMadeOfALineWithTheLibraryInItsPlace) {
  ASSERT_TRUE(write_file(directory_.root / "library", "one\ntwo"));
  EXPECT_EQ(run("sg_with_library \"$_root/library\" <<'END'\n#!/bin/bash\nsource \"$_root/lib/job.bash\" # "
                "here\n  a\\b\nEND\n")
                .out,
            "#!/bin/bash\none\ntwo  a\\b\n");
}

}  // namespace
}  // namespace scalegen
