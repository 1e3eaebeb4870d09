#include "app/run_log.hpp"

#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

class RunLog : public UserSession {
 protected:
  RunLog() {
    write("mine.yaml", kOwnProgram);
    sweep_ = make_run_directory("mine.yaml");
  }
  std::string log(const std::string& run) {
    const auto text = run_log(sweep_, run, clock_);
    return text ? *text : render(text.error());
  }

  SystemClock clock_;
  OpenedRun sweep_;
};

TEST_F(RunLog, ShowsTheLastLinesOfEachFileAndWhereItIs) {
  EXPECT_EQ(log("1gpu-r1"), "1gpu-r1: not begun\n");
  const auto attempt = sweep_.directory.attempt("1gpu-r1", "1");
  const auto output = sweep_.directory.job_folder("1gpu-r1") / "slurm-77.out";
  write(attempt.started(), "{\"time\": 1763719200}");
  write(attempt.exited(), "{\"status\": 3, \"time\": 1763719204}");
  write(output, "");
  std::filesystem::create_symlink(output, attempt.script_output());
  std::string steps;
  for (int step = 1; step <= 20; ++step) steps += "step " + std::to_string(step) + "\n";
  write(attempt.out(), steps + std::string(300, 'x') + "\n");
  write(attempt.err(), " 10%|# \r 20%|##\r\n\x1b[31mValueError: no such data\x1b[0m\n");
  std::string last;
  for (int step = 7; step <= 20; ++step) last += "    step " + std::to_string(step) + "\n";
  EXPECT_EQ(log("1gpu-r1"), "1gpu-r1: attempt 1, failed: exit status 3: ValueError: no such data\n\n" +
                                attempt.out().string() + ":\n" + last + "    " + std::string(200, 'x') +
                                "\n\n" + attempt.err().string() +
                                ":\n     20%|##\n    ValueError: no such data\n");
  write(output, "module: command not found\n");
  EXPECT_NE(log("1gpu-r1").find("\n" + output.string() + ":\n    module: command not found\n"),
            std::string::npos);
}

TEST_F(RunLog, ShowsTheTracebackBeforeTheFrameOfTorchrun) {
  const auto attempt = sweep_.directory.attempt("1gpu-r1", "1");
  write(attempt.started(), "{\"time\": 1763719200}");
  write(attempt.exited(), "{\"status\": 1, \"time\": 1763719204}");
  std::string steps;
  for (int step = 1; step <= 20; ++step) steps += "step " + std::to_string(step) + "\n";
  const std::string traceback =
      "Traceback (most recent call last):\n  File \"t.py\", line 8\nValueError: no such data\n";
  const std::string frame =
      "E1 torch/distributed/elastic/multiprocessing/api.py:9] failed (exitcode: 1) local_rank: 1 (pid: 3)\n"
      "Traceback (most recent call last):\n  File \"/bin/torchrun\", line 8\n"
      "torch.distributed.elastic.multiprocessing.errors.ChildFailedError: \n"
      "============================================================\nt.py FAILED\n"
      "Root Cause (first observed failure):\n[0]:\n  host      : gn02\n  rank      : 1 (local_rank: 1)\n"
      "  exitcode  : 1 (pid: 3)\n============================================================\n";
  write(attempt.err(), traceback + steps + frame);
  std::string last;
  for (int step = 7; step <= 20; ++step) last += "    step " + std::to_string(step) + "\n";
  const auto err = attempt.err().string();
  EXPECT_EQ(log("1gpu-r1"),
            "1gpu-r1: attempt 1, failed: exit status 1: rank 1 on gn02: ValueError: no such data\n\n" + err +
                ", why it failed:\n    Traceback (most recent call last):\n      File \"t.py\", line 8\n"
                "    ValueError: no such data\n\n" +
                err + ":\n" + last + "    ...\n");
}

TEST_F(RunLog, ShowsTheFilesOfTheRankThatFailedFirst) {
  const auto attempt = sweep_.directory.attempt("1gpu-r1", "1");
  write(attempt.started(), "{\"time\": 1763719200}");
  write(attempt.exited(),
        "{\"status\": 137, \"time\": 1763719204, \"failed_rank\": 1, \"failed_node\": \"n1\"}");
  write(attempt.out(1), "step 3\n");
  write(attempt.err(1), "slow\n");
  EXPECT_EQ(log("1gpu-r1"), "1gpu-r1: attempt 1, failed: exit status 137: ended by signal 9 (Killed)\n\n" +
                                attempt.out(1).string() + ":\n    step 3\n\n" + attempt.err(1).string() +
                                ":\n    slow\n");
}

TEST_F(RunLog, OfARunThatIsNotInThePlanIsAnError) {
  EXPECT_EQ(log("1gpu-r3"),
            "error: this sweep has no run '1gpu-r3'\n"
            "      = hint: did you mean '1gpu-r1'?\n");
}

}  // namespace
}  // namespace scalegen
