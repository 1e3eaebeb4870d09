#include "runner/failure_reason.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

TEST(UnreachableNode, IsNamedBySrun) {
  const std::string launch = "srun: error: Task launch for StepId=292.0 failed on node cpu-1: ";
  const std::string before =
      "srun: error: slurm_receive_msgs: [[cpu-1]:6818] failed: Zero Bytes were transmitted or received\n";
  const std::string after = "srun: error: Application launch failed\nsrun: Job step aborted\n";
  for (const auto* why : {"Zero Bytes were transmitted or received", "Communication connection failure"})
    EXPECT_EQ(unreachable_node_in(before + launch + why + "\n" + after), "cpu-1") << why;
  EXPECT_EQ(unreachable_node_in(before + launch + "Invalid job credential\n" + after), std::nullopt);
  EXPECT_EQ(unreachable_node_in(launch), std::nullopt);
  EXPECT_EQ(unreachable_node_in("srun: error: Task launch for "), std::nullopt);
  EXPECT_EQ(unreachable_node_in("ValueError: no such data\n"), std::nullopt);
}

class FailureReason : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) const {
    ASSERT_TRUE(write_file(folder_.path() / name, text));
  }
  /// The output of the script, with the link to it that the script makes.
  void print(const std::string& text) const {
    write("slurm-77.out", text);
    if (!std::filesystem::exists(attempt_.script_output()))
      std::filesystem::create_symlink("slurm-77.out", attempt_.script_output());
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
};

TEST_F(FailureReason, IsThatOfTheProgramBeforeThatOfItsScript) {
  EXPECT_EQ(failure_reason(attempt_), "");
  print("/var/spool/slurmd/job00077/slurm_script: line 22: module: command not found\n");
  EXPECT_EQ(failure_reason(attempt_), "job.sbatch: line 22: module: command not found");
  write("err", "");
  EXPECT_EQ(failure_reason(attempt_), "job.sbatch: line 22: module: command not found");
  write("err", "no such data\n");
  EXPECT_EQ(failure_reason(attempt_), "no such data");
}

TEST_F(FailureReason, OfAScriptIsWhatItPrintedBeforeSlurmDid) {
  const std::string by_slurm = "slurmstepd: error: *** JOB 77 ON n1 CANCELLED AT 2026-11-22T10:00:00 ***\n";
  print("ImportError: no torch\n" + by_slurm);
  EXPECT_EQ(failure_reason(attempt_), "ImportError: no torch");
  print(by_slurm);
  EXPECT_EQ(failure_reason(attempt_), "");
}

TEST_F(FailureReason, IsReadInTheFileThatHasIt) {
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
  print("");
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
  print("module: command not found\n");
  EXPECT_EQ(file_about_failure(attempt_), std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "");
  EXPECT_EQ(file_about_failure(attempt_), std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "no such data\n");
  EXPECT_EQ(file_about_failure(attempt_), attempt_.err());
}

TEST(NcclTimeout, IsToldInWords) {
  EXPECT_EQ(nccl_timeout_in(
                "epoch 1\n[rank1]:[E ProcessGroupNCCL.cpp:607] [Rank 1] Watchdog caught collective operation "
                "timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=10, NumelOut=10, "
                "Timeout(ms)=600000) ran for 600060 milliseconds before timing out.\nframe #0: c10\n"),
            "NCCL gave up on ALLREDUCE after 10 min: some rank did not come to it, or the network did not "
            "carry it");
  EXPECT_EQ(nccl_timeout_in("Watchdog caught collective operation timeout: WorkNCCL(of another form"),
            "NCCL gave up on a collective: some rank did not come to it, or the network did not carry it");
}

TEST(NcclTimeout, IsNothingElse) {
  EXPECT_EQ(nccl_timeout_in(""), std::nullopt);
  EXPECT_EQ(nccl_timeout_in("NCCL INFO timeout\n"), std::nullopt);
}

}  // namespace
}  // namespace scalegen
