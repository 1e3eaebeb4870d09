#include "runner/failure/stderr_reason.hpp"

#include <gtest/gtest.h>

#include "tests/runner/failure/torchrun_report.hpp"

namespace scalegen {
namespace {

TEST(StderrReason, OfTorchrunIsThatOfTheRankThatFailedFirst) {
  // Rank 5 failed, and torchrun ended rank 0.
  const TorchrunReport report{.exit_code = "1",
                              .rank = "5",
                              .others =
                                  "[1]:\n"
                                  "  time      : 2026-11-22_22:46:29\n"
                                  "  host      : gn01\n"
                                  "  rank      : 0 (local_rank: 0)\n"
                                  "  exitcode  : -15 (pid: 32585)\n"
                                  "  error_file: <N/A>\n"
                                  "  traceback : Signal 15 (SIGTERM) received by PID 32585\n"};
  const std::string omp_notice =
      "W1122 22:46:22.527000 32492 torch/distributed/run.py:851] *****************************************\n";
  EXPECT_EQ(reason_in_stderr(omp_notice + kTraceback + to_text(report)),
            "rank 5 on gn02: RuntimeError: Found no NVIDIA driver on your system.");
}

TEST(StderrReason, OfSeveralRanksIsThatOfTheFirst) {
  const std::string consequence =
      "[rank0]: Traceback (most recent call last):\n"
      "[rank0]:   File \"/home/you/train.py\", line 9, in <module>\n"
      "[rank0]: torch.distributed.DistBackendError: NCCL error: remote process exited\n";
  EXPECT_EQ(
      reason_in_stderr(kTraceback + consequence + "srun: error: gn02: task 5: Exited with exit code 1\n"),
      "RuntimeError: Found no NVIDIA driver on your system.");
  EXPECT_EQ(
      reason_in_stderr("[rank3]: Traceback (most recent call last):\n"
                       "[rank3]:   File \"/home/you/train.py\", line 9, in <module>\n"
                       "[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\n" +
                       consequence),
      "rank 3: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.");
}

TEST(StderrReason, OfErrorsThatLedToOthersIsTheLast) {
  EXPECT_EQ(reason_in_stderr("Traceback (most recent call last):\n"
                             "  File \"a.py\", line 2, in <module>\n"
                             "KeyError: 'data'\n"
                             "\n"
                             "During handling of the above exception, another exception occurred:\n"
                             "\n"
                             "Traceback (most recent call last):\n"
                             "  File \"a.py\", line 4, in <module>\n"
                             "FileNotFoundError: [Errno 2] No such file or directory: 'train.bin'\n"),
            "FileNotFoundError: [Errno 2] No such file or directory: 'train.bin'");
}

TEST(StderrReason, IsNoBannerOfALauncher) {
  EXPECT_EQ(
      reason_in_stderr(
          "ValueError: no such data\n"
          "[2026-11-22 10:00:00,000] [INFO] [launch.py:319:sigkill_handler] Killing subprocess 7\n"
          "[2026-11-22 10:00:00,001] [ERROR] [launch.py:325:sigkill_handler] exits with return code = 1\n"),
      "ValueError: no such data");
  EXPECT_EQ(
      reason_in_stderr(kTraceback +
                       "slurmstepd-n1: error: *** STEP 6.0 ON n1 CANCELLED AT 2026-11-26T12:16:11 ***\n"),
      "RuntimeError: Found no NVIDIA driver on your system.");
  EXPECT_EQ(reason_in_stderr("a handled one:\n" + kTraceback + "Segmentation fault\n"), "Segmentation fault");
  EXPECT_EQ(reason_in_stderr(" \n"), "");
}

// As pyxis says it on two sites; srun and Slurm say what became of the task.
TEST(StderrReason, OfAContainerThatDoesNotStartIsPyxiss) {
  const std::string after =
      "slurmstepd: error: pyxis: couldn't start container\n"
      "slurmstepd: error: spank: required plugin spank_pyxis.so: task_init() failed with rc=-1\n"
      "slurmstepd: error: Failed to invoke spank plugin stack\n"
      "srun: error: n1: task 0: Exited with exit code 1\n";
  EXPECT_EQ(reason_in_stderr("slurmstepd: error: pyxis: child 10028 failed with error code: 1\n"
                             "slurmstepd: error: pyxis: failed to import docker image\n"
                             "slurmstepd: error: pyxis: printing enroot log file:\n" +
                             after),
            "slurmstepd: error: pyxis: failed to import docker image");
  EXPECT_EQ(
      reason_in_stderr("slurmstepd-n1: error: pyxis: container start failed with error code: 1\n"
                       "slurmstepd-n1: error: pyxis: printing contents of log file ...\n"
                       "slurmstepd-n1: error: pyxis:     enroot-switchroot: failed to execute: /bin/bash: No "
                       "such file or directory\n" +
                       after),
      "slurmstepd-n1: error: pyxis:     enroot-switchroot: failed to execute: /bin/bash: No such file or "
      "directory");
}

TEST(StderrReason, OfOptionsThatSrunRefusesIsSruns) {
  EXPECT_EQ(reason_in_stderr("srun: error: Invalid --uenv argument: a:v1\n"),
            "srun: error: Invalid --uenv argument: a:v1");
  EXPECT_EQ(
      reason_in_stderr("srun: unrecognized option '--uenv=a:v1'\nTry \"srun --help\" for more information\n"),
      "srun: unrecognized option '--uenv=a:v1'");
}

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

TEST(UnansweredSrun, SaysWhyItBeganNoStep) {
  const std::string after = "srun: Check SLURM_JOB_ID environment variable. Expired or invalid job 1\n";
  for (const auto* why :
       {"Unable to contact slurm controller (connect failure)", "Socket timed out on send/recv operation"})
    for (const std::string step :
         {"Unable to confirm allocation for job 1: ", "Unable to create step for job 12: "})
      EXPECT_EQ(unanswered_srun_in("loading\nsrun: error: " + step + why + "\n" + after), why) << step;
  EXPECT_EQ(unanswered_srun_in("srun: error: Unable to create step for job 1: Invalid generic resource\n"),
            std::nullopt);
  EXPECT_EQ(unanswered_srun_in("srun: error: Unable to create step for job "), std::nullopt);
  EXPECT_EQ(unanswered_srun_in(after), std::nullopt);
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
  EXPECT_EQ(nccl_timeout_in(""), std::nullopt);
  EXPECT_EQ(nccl_timeout_in("NCCL INFO timeout\n"), std::nullopt);
}

}  // namespace
}  // namespace scalegen
