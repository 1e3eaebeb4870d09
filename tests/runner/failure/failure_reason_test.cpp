#include "runner/failure/failure_reason.hpp"

#include <gtest/gtest.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

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

  /// The failure reason of a run of so many ranks whose script ended it with this status.
  [[nodiscard]] std::string reason(int ranks = 1, const Exited& exited = {.status = 1}) const {
    return failure_reason(run_of(ranks), attempt_, exited).text;
  }
  static scalegen::Run run_of(int ranks) {
    return {.rung = {.ranks_per_node = ranks}, .command = std::vector<std::string>{"python3", "train.py"}};
  }

  TemporaryFolder folder_;
  AttemptFolder attempt_{folder_.path()};
};

TEST_F(FailureReason, IsThatOfTheProgramBeforeThatOfItsScript) {
  EXPECT_EQ(reason(), "");
  print("/var/spool/slurmd/job00077/slurm_script: line 22: module: command not found\n");
  EXPECT_EQ(reason(), "job.sbatch: line 22: module: command not found");
  write("err", "no such data\n");
  EXPECT_EQ(reason(), "no such data");
}

TEST_F(FailureReason, OfAScriptIsWhatItPrintedBeforeSlurmDid) {
  const std::string by_slurm = "slurmstepd: error: *** JOB 77 ON n1 CANCELLED AT 2026-11-22T10:00:00 ***\n";
  print("ImportError: no torch\n" + by_slurm);
  EXPECT_EQ(reason(), "ImportError: no torch");
  print(by_slurm);
  EXPECT_EQ(reason(), "");
}

// As PyTorch 2.11 and a script with two ranks of its own print it.
const std::string kLost =
    "[rank0]: Traceback (most recent call last):\n"
    "[rank0]:   File \"train.py\", line 49, in _run_batch\n"
    "[rank0]: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] Connection closed by "
    "peer [127.0.0.1]:60110\n";
const std::string kWarning =
    "/lib/torch/utils/data/dataloader.py:775: UserWarning: 'pin_memory' argument is set as true\n"
    "  super().__init__(loader)\n";

TEST_F(FailureReason, OfARankOfThisMachineIsFoundInItsFile) {
  write("err", kWarning + kLost);
  write("err.1", kWarning +
                     "[rank1]: Traceback (most recent call last):\n"
                     "[rank1]:   File \"train.py\", line 5, in fault\n"
                     "[rank1]: RuntimeError: the sizes must match\n");
  const Exited first{.status = 1, .failed_rank = 1, .failed_node = "n1"};
  const Exited other{.status = 1, .failed_rank = 0, .failed_node = "n1"};
  EXPECT_EQ(reason(2, first), "rank 1 on n1: RuntimeError: the sizes must match");
  EXPECT_EQ(reason(2, other), "rank 1: RuntimeError: the sizes must match");
  EXPECT_EQ(reason(2), "rank 1: RuntimeError: the sizes must match");
  const auto found = failure_reason(run_of(2), attempt_, first);
  EXPECT_EQ(found.file, attempt_.err(1));
  EXPECT_EQ(found.lines, (std::vector<std::string>{"[rank1]: Traceback (most recent call last):",
                                                   "[rank1]:   File \"train.py\", line 5, in fault",
                                                   "[rank1]: RuntimeError: the sizes must match"}));
  write("err.1", kWarning + "cannot read shard 7 of the data\n");
  EXPECT_EQ(reason(2, first), "rank 1 on n1: cannot read shard 7 of the data");
  write("err.1", kWarning);
  EXPECT_EQ(reason(2, first), "rank 1 on n1: exit status 1");
  EXPECT_EQ(reason(2),
            "rank 0: RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:547] "
            "Connection closed by peer [127.0.0.1]:60110");
  EXPECT_EQ(reason(2, {.status = 137, .failed_rank = 1, .failed_node = "n1"}),
            "rank 1 on n1: ended by signal 9 (Killed)");
}

TEST_F(FailureReason, OfSrunsOwnStatusIsNoSignal) {
  write("err", "srun: error: pyxis: --container-mounts: invalid format: a:\n");
  EXPECT_EQ(reason(2, {.status = 255}), "srun: error: pyxis: --container-mounts: invalid format: a:");
}

TEST_F(FailureReason, OfManyRanksIsFoundInALongFile) {
  std::string much;
  for (int line = 0; line < 10'000; ++line) much += "a line of text\n";
  write("err", much + kLost);
  for (int rank = 1; rank < 100; ++rank) write("err." + std::to_string(rank), kLost);
  write("err.99", much + "ValueError: no such data\n");
  EXPECT_EQ(reason(100, {.status = 1, .failed_rank = 99, .failed_node = "n1"}),
            "rank 99 on n1: ValueError: no such data");
}

TEST_F(FailureReason, IsFoundInTheLogsOfTorchrun) {
  const auto run_with = [](const std::string& logs) {
    auto run = run_of(2);
    run.command =
        std::vector<std::string>{"bash", "-c", "torchrun --redirects 3 --log-dir " + logs + " train.py"};
    return run;
  };
  write("started.json", "{}");
  const auto write_logs = [&](const std::string& logs) {
    for (const auto& [rank, text] :
         {std::pair("0", kLost), std::pair("1", std::string("ValueError: no such data\n"))}) {
      const auto folder = folder_.path() / logs / "none_x" / "attempt_0" / rank;
      std::filesystem::create_directories(folder);
      ASSERT_TRUE(write_file(folder / "stderr.log", text));
    }
  };
  write(
      "err",
      "E1123 03:51:09.850000 9358 torch/distributed/elastic/multiprocessing/api.py:986] failed (exitcode: 1) "
      "local_rank: 1 (pid: 9384) of binary: /venv/bin/python\n"
      "Root Cause (first observed failure):\n[0]:\n  host      : n1\n  rank      : 1 (local_rank: 1)\n"
      "  exitcode  : 1 (pid: 9384)\n");
  const auto reason_of = [&](const std::string& logs) {
    return failure_reason(run_with(logs), attempt_, {.status = 1}).text;
  };
  const std::string reason = "rank 1 on n1: ValueError: no such data";
  write_logs("logs");
  EXPECT_EQ(reason_of("\"$SCALEGEN_RUN_DIR\"/logs"), reason);
  // The folder in which the program began, as a script writes it, and as an older one did.
  write_logs("caf\xe9 1/kept");
  EXPECT_NE(reason_of("kept"), reason);
  const auto began = (folder_.path() / "caf\xe9 1").string();
  write("folder.txt", "begun time=1\nfolder path=\"" + began + "\"\n");
  EXPECT_EQ(reason_of("kept"), reason);
  write("folder.txt", "begun=1\nfolder=" + began + "\nthere=x\n");
  EXPECT_EQ(reason_of("kept"), reason);
}

TEST_F(FailureReason, IsFoundInTheOutputOfAProgramThatSaysAllThere) {
  write("out", "step 1: 201 samples/s\n");
  EXPECT_EQ(reason(), "");
  write("out",
        "step 1: 201 samples/s\nTraceback (most recent call last):\n  File \"t.py\", line 1, in <module>\n"
        "ValueError: no such data\n");
  EXPECT_EQ(reason(), "ValueError: no such data");
}

TEST_F(FailureReason, IsReadInTheFileThatHasIt) {
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.err());
  print("");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.err());
  write("out", "begins\n");
  print("slurmstepd: error: *** JOB 77 ON n1 CANCELLED AT 2026-11-22T10:00:00 DUE TO TIME LIMIT ***\n");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.out());
  write("out", "");
  print(
      "/w/lib/job.bash: line 437:  8228 Killed                  SCALEGEN_PROGRAM=$SCALEGEN_RUN_ID-$1 "
      "taskset\n");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.err()) << "bash cites a line of the script";
  print("module: command not found\n");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_),
            std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_),
            std::filesystem::canonical(folder_.path()) / "slurm-77.out");
  write("err", "no such data\n");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.err());
  write("out", "ERROR: Lost atoms: original 256 current 0\n");
  write("exit.json", R"({"status": 1, "cause": "", "time": 1763719275.4})");
  EXPECT_EQ(file_about_failure(run_of(1), attempt_), attempt_.out());
}

}  // namespace
}  // namespace scalegen
