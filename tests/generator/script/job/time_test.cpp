// Clocks, waiting, and the time limit.
#include "tests/generator/script/job/job_library.hpp"

namespace scalegen {
namespace {

class JobTime : public JobLibrary {};

// As Slurm stops all processes of a job, for a while: the limit of 2 s holds for what is left.
TEST_F(JobTime, DoesNotCountTheTimeInWhichItWasSuspended) {
  const auto result =
      run("_attempt=$_root\nset -m\n"
          "trap 'echo over' USR1\n"
          "sg_boot_clock begin\n"
          "sg_keep_time_limit 2\n"
          "sleep 0.5\n"
          "sg_signal_groups STOP\n"
          "sleep 3\n"
          "sg_signal_groups CONT\n"
          "while sg_signal_groups 0; do sleep 0.1; done\n"
          "sg_boot_clock end\n"
          "echo \"$((end - begin >= 450))\"\n");
  EXPECT_EQ(result.out, "over\n1\n");
  const auto suspended = std::atoi(read(".suspended").c_str());
  EXPECT_GT(suspended, 150);
  EXPECT_LT(suspended, 400);
}

TEST_F(JobTime, SaysWhatCameBetweenTheLooksAtBothClocks) {
  EXPECT_EQ(run("unset EPOCHREALTIME\ndate() { sleep 0.3; command date \"$@\"; }\n"
                "sg_read_clocks wall boot\n((_apart >= 30)) && echo \"$((boot > 0)) ${wall%%[0-9.]*}\"\n")
                .out,
            "1 \n");
}

// Bash 4 has no clock of its own, and bash 5 writes a German one's comma.
TEST_F(JobTime, IsReadOfBashOrOfDate) {
  const auto read_clock = [&](const std::string& before) {
    return run(before + "date() { echo 17.000000001; }\nsg_clock now\necho \"$now\"\n").out;
  };
  EXPECT_THAT(read_clock(""), testing::MatchesRegex("[0-9]+\\.[0-9]+\n"));
  EXPECT_NE(read_clock(""), "17.000000001\n");
  EXPECT_EQ(read_clock("unset EPOCHREALTIME\n"), "17.000000001\n");
  EXPECT_EQ(read_clock("unset EPOCHREALTIME\nEPOCHREALTIME=18,5\n"), "18.5\n");
}

TEST_F(JobTime, IsToldInHundredths) {
  EXPECT_EQ(run("for h in 0 5 100 12345; do sg_in_seconds t $h; echo $t; done\n").out,
            "0.00\n0.05\n1.00\n123.45\n");
}

TEST_F(JobTime, IsWaitedForWithoutAChild) {
  EXPECT_EQ(run("sg_boot_clock before\nsg_pause 30\nsg_boot_clock after\necho $((after - before >= 30))\n"
                "[[ -z $(jobs -p) ]] && echo 'no child'\nsg_time_without_core waited\n[[ $waited == +([0-9]) "
                "]] && echo a number\n")
                .out,
            "1\nno child\na number\n");
}

TEST_F(JobTime, TellsAStoppedChildFromAnEndedOne) {
  EXPECT_EQ(run("for status in 0 3 128 143 147 148 149 150 255; do ! sg_was_stopped $status || echo $status; "
                "done\n")
                .out,
            "147\n148\n149\n150\n");
}

}  // namespace
}  // namespace scalegen
