// Runs in turn in one allocation.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobAllocation : public JobLibrary {};

TEST_F(JobAllocation, RunsInTurnWhatIsNamedUntilAnotherJobHasIt) {
  ASSERT_TRUE(make_folders(directory_.root / "jobs/j"));
  for (const auto& [run, status] :
       {std::pair("a", "0"), std::pair("b", "3"), std::pair("c", "75"), std::pair("d", "0")})
    ASSERT_TRUE(write_file(directory_.root / "jobs/j" / (std::string(run) + ".bash"),
                           "echo " + std::string(run) + " $1\nexit " + status + "\n"));
  const std::string runs = " <<<$'a\\nb\\nc\\nd'\n";
  const auto in_job = "export SLURM_JOB_ID=7";
  const auto all = run("set +e\nsg_run_in_turn jobs/j" + runs, in_job);
  EXPECT_EQ(all.out, "");
  EXPECT_EQ(all.exit_status, 75);
  const auto named = run("set +e\nsg_run_in_turn jobs/j 2 b d" + runs, in_job);
  EXPECT_EQ(named.exit_status, 3);
  // Each run has an output of its own.
  EXPECT_EQ(read("jobs/j/a-7.out"), "a slurm-7\n");
  EXPECT_EQ(read("jobs/j/b-7.out"), "b slurm-7\nb 2\n");
  EXPECT_EQ(read("jobs/j/c-7.out"), "c slurm-7\n");
  EXPECT_EQ(read("jobs/j/d-7.out"), "d 2\n");
}

TEST_F(JobAllocation, HandsASignalOnToTheRunAndBeginsNoOther) {
  ASSERT_TRUE(make_folders(directory_.root / "jobs/j"));
  ASSERT_TRUE(write_file(directory_.root / "jobs/j/a.bash",
                         "trap 'echo ended; exit 143' TERM\nkill -TERM $PPID\nsleep 5 & wait\n"));
  ASSERT_TRUE(write_file(directory_.root / "jobs/j/b.bash", "echo b\n"));
  const auto result = run("set +e\nsg_run_in_turn jobs/j <<<$'a\\nb'\n", "export SLURM_JOB_ID=7");
  EXPECT_EQ(result.exit_status, 143);
  EXPECT_EQ(read("jobs/j/a-7.out"), "ended\n");
  EXPECT_FALSE(std::filesystem::exists(directory_.root / "jobs/j/b-7.out"));
}

}  // namespace
}  // namespace scalegen
